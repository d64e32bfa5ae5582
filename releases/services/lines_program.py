"""`python -m releases.services.lines_program`: makes lines for whoever writes a release."""

from __future__ import annotations

import django

from core.garbage import long_lived_aside
from core.programs import serve


def main() -> None:
    django.setup()
    from releases.models import Release
    from releases.services.lines import Lines, Maker, Order

    makers: dict[int, Maker] = {}

    def make(order: Order) -> Lines:
        if order.release not in makers:
            makers[order.release] = Maker(Release.objects.get(pk=order.release))
        return makers[order.release].make(order)

    with long_lived_aside():
        serve(make)


if __name__ == "__main__":
    main()
