"""Assembly, the last stage of parsing: numbers of blocks and rendered text."""

from wiki.parsing import blocks as raw
from wiki.parsing.box_assembly import BoxAssembler, without_boxes
from wiki.parsing.draft import PageDraft, shifted
from wiki.parsing.elements import Link, PageDocument, Section, Sentence
from wiki.parsing.facts import sentence_runs, table_sizes
from wiki.parsing.inline import RenderedText, lossy_positions, render_line
from wiki.parsing.limits import Limits
from wiki.parsing.page import ParsedPage
from wiki.parsing.places import Places, stamp_of, without_stamp
from wiki.parsing.sentences import split_sentences


class Assembler:
    """An assembler of one page: it numbers the blocks in reading order."""

    def __init__(
        self,
        title: str,
        boxes: list[object],
        limits: Limits,
        *,
        notes: list[str],
        places: Places | None = None,
    ) -> None:
        self.title = title
        self._draft = PageDraft(limits, places or Places(), notes)
        self._boxes = BoxAssembler(self._draft, boxes, self._add_prose)
        self._lacks_references = False
        self._flagged: list[str] = []
        # The level of the current section, if it is flagged.
        self._flagged_level: int | None = None
        self._section: Section | None = None

    def add(self, block: raw.RawBlock) -> None:
        """Add the next block of the page."""
        if self._draft.is_full():
            return
        if isinstance(block, raw.Paragraph):
            if block.is_hatnote:
                self._add_hatnote(block.text)
            else:
                self._add_prose(block.text)
        elif isinstance(block, raw.RawList):
            self._add_list(block)
        elif isinstance(block, raw.BoxReference):
            self._boxes.add(block.number)
        elif isinstance(block, raw.Heading):
            self._add_section(block)
        else:
            self._flag()

    def result(self) -> ParsedPage:
        """Return the page, without the facts that need the whole source."""
        draft = self._draft
        document = PageDocument(self.title, tuple(draft.blocks), tuple(self._flagged))
        lossy = tuple(dict.fromkeys(draft.lossy))
        return ParsedPage(
            document,
            lacks_references=self._lacks_references,
            lossy=lossy,
            links=tuple(draft.targets),
            notes=tuple(draft.notes),
            runs=sentence_runs(document),
            tables=table_sizes(document, lossy=lossy, notes=draft.notes),
            spans=draft.spans,
        )

    def _add_section(self, block: raw.Heading) -> None:
        rendered = render_line(without_stamp(block.text))
        if not rendered.text:
            return
        draft = self._draft
        section = Section(draft.next_section, rendered.text, block.level)
        draft.next_section += 1
        self._section = section
        draft.add(section, rendered)
        draft.place(section.address, draft.places.heading(stamp_of(block.text)))
        if self._flagged_level is not None and block.level > self._flagged_level:
            self._flagged.append(section.address)
        else:
            self._flagged_level = None

    def _flag(self) -> None:
        if self._section is None:
            self._lacks_references = True
        elif self._section.address not in self._flagged:
            self._flagged.append(self._section.address)
            self._flagged_level = self._section.level

    def _add_hatnote(self, text: str) -> None:
        rendered = render_line(text)
        if _has_words(rendered):
            number = self._draft.next_sentence
            hatnote = Sentence(number, rendered.text, rendered.links, is_hatnote=True)
            self._draft.add(hatnote, rendered)
            self._draft.next_sentence += 1

    def _add_prose(self, marked: str) -> None:
        """Add the sentences of a paragraph."""
        rendered = render_line(marked)
        if not _has_words(rendered):
            return
        text, links = rendered.text, rendered.links
        draft = self._draft
        draft.note_targets(links)
        losses = lossy_positions(marked) if rendered.is_lossy else []
        position = 0
        is_first = True
        for start, end in split_sentences(text, links):
            inside: list[Link] = []
            while position < len(links) and links[position].end <= end:
                inside.append(shifted(links[position], -start))
                position += 1
            sentence = Sentence(
                draft.next_sentence, text[start:end], tuple(inside), starts_paragraph=is_first
            )
            is_first = False
            draft.next_sentence += 1
            draft.blocks.append(sentence)
            if any(start <= at <= end for at in losses):
                draft.lossy.append(sentence.address)

    def _add_list(self, block: raw.RawList) -> None:
        """Add a list, and after it the tables in its entries."""
        entries: list[tuple[raw.RawItem, RenderedText]] = []
        references: list[int] = []
        for item in block.items:
            text, numbers = without_boxes(item.text)
            references += numbers
            entries.append((item, render_line(text)))
        self._draft.add_list(block.kind, entries)
        for number in references:
            self._boxes.add(number)


def _has_words(rendered: RenderedText) -> bool:
    return any(char.isalnum() for char in rendered.text)
