"""Uploads of dumps, streamed to the disk whatever their size."""

from __future__ import annotations

import shutil
from typing import IO, Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

from wiki.services.import_files import (
    ImportFile,
    ImportFolder,
    new_upload,
    remove_upload,
    root_of,
)

# Larger files are copied into the import folder instead.
LARGEST_UPLOAD = 32 * 2**30
# Other parts of the server need the disk, too.
_KEPT_FREE = 2**30


def has_room_for(size: int) -> bool:
    """Return whether the disk has room for an upload of this size."""
    root_of(ImportFolder.UPLOADS).mkdir(parents=True, exist_ok=True)
    return size <= free_bytes()


def free_bytes() -> int:
    """Return how large an upload the disk has room for."""
    root = root_of(ImportFolder.UPLOADS)
    while not root.exists():
        root = root.parent
    return max(0, shutil.disk_usage(root).free - _KEPT_FREE)


class StoredDump(UploadedFile[bytes]):
    """An upload that is stored in its final place already."""

    stored: ImportFile


class DumpUploadHandler(FileUploadHandler):
    """A handler that streams an upload to the disk and removes it if it is interrupted."""

    stored: ImportFile | None = None
    out: IO[bytes] | None = None

    def new_file(self, *args: Any, **options: Any) -> None:
        super().new_file(*args, **options)
        self.stored = new_upload(self.file_name or "dump")
        self.out = (root_of(ImportFolder.UPLOADS) / self.stored.path).open("wb")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        assert self.out is not None
        self.out.write(raw_data)

    def file_complete(self, file_size: int) -> StoredDump:
        assert self.out is not None
        assert self.stored is not None
        self.out.close()
        stored = StoredDump(
            file=(root_of(ImportFolder.UPLOADS) / self.stored.path).open("rb"),
            name=self.file_name,
            content_type=self.content_type,
            size=file_size,
            charset=self.charset,
        )
        stored.stored = self.stored
        return stored

    def upload_interrupted(self) -> None:
        if self.out is not None:
            self.out.close()
        if self.stored is not None:
            remove_upload(self.stored)
