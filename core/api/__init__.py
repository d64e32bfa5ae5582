"""The foundation of every API: operations, problems, lists, limits, repeated requests."""
