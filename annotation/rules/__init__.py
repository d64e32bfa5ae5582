"""The rules of annotation, without a database: every module here is pure."""
