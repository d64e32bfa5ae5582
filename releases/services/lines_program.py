"""A program that writes lines of a release: `python -m releases.services.lines_program`."""

from __future__ import annotations

import django

from core.garbage_collection import ignoring_long_lived_objects
from core.programs import serve


def main() -> None:
    django.setup()
    from releases.models import Release
    from releases.services.lines import LineRequest, LineWriter, WrittenLines

    writers: dict[int, LineWriter] = {}

    def write(request: LineRequest) -> WrittenLines:
        if request.release not in writers:
            writers[request.release] = LineWriter(Release.objects.get(pk=request.release))
        return writers[request.release].write(request)

    with ignoring_long_lived_objects():
        serve(write)


if __name__ == "__main__":
    main()
