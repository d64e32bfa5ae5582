"""The variables that bound how much an uploaded or imported file may take."""

from __future__ import annotations

from config import faults
from config.variables import Variable
from core.file_limits import DEFAULT_FILE_LIMITS

FILE_VARIABLES = (
    Variable(
        "TOUCHSTONE_FILE_SECONDS",
        str(DEFAULT_FILE_LIMITS.seconds),
        "Seconds of processor time that reading an uploaded or imported file may take without"
        " another page or line. Then the file is refused.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_FILE_MEGABYTES",
        str(DEFAULT_FILE_LIMITS.megabytes),
        "Megabytes of memory of the program that reads an uploaded or imported file.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_FILE_GIGABYTES",
        str(DEFAULT_FILE_LIMITS.gigabytes),
        "The largest size of a compressed file when it is unpacked, in gigabytes. All of"
        " English Wikipedia has about 100.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_FILE_RATIO",
        str(DEFAULT_FILE_LIMITS.ratio),
        "The largest size of a compressed file when it is unpacked, as a multiple of its size."
        " Dumps have about 5. Every file may have a gigabyte.",
        check=faults.whole_number(),
    ),
    Variable(
        "TOUCHSTONE_FILE_LINES",
        str(DEFAULT_FILE_LIMITS.lines),
        "The largest number of lines of a file, or of rows of a database.",
        check=faults.whole_number(most=10**12),
    ),
    Variable(
        "TOUCHSTONE_FILE_ELEMENTS",
        str(DEFAULT_FILE_LIMITS.elements),
        "The largest number of XML tags in a page of a dump, or of values in a line of JSON.",
        check=faults.whole_number(most=10**9),
    ),
)
