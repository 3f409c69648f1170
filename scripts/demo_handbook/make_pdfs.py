"""Writes the PDF documents of the demo handbook from `pdf_text/`, byte for byte the same with the same fpdf2.

The PDFs are committed; this script only exists so that their text can be changed. It touches no other document.
"""

from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

HERE = Path(__file__).parent
CREATED = datetime(2025, 11, 1, 9, 0, tzinfo=UTC)  # fixed: the bytes must not depend on the day

# What a line begins with → font style, size and line height (mm).
STYLES = {"# ": ("B", 18, 10), "## ": ("B", 12, 8), "": ("", 10.5, 5.5)}


def write(source: Path, target: Path) -> None:
    """Sets the title, headings and paragraphs of `source`, one a line; overwrites `target`, safe to repeat."""
    lines = [line for line in source.read_text(encoding="utf-8").splitlines() if line]
    pdf = FPDF(format="A4")
    pdf.set_creation_date(CREATED)
    pdf.set_title(lines[0].removeprefix("# "))
    pdf.set_author("Brightloom")
    pdf.set_margins(25, 22)
    pdf.add_page()
    for line in lines:
        prefix = next(prefix for prefix in STYLES if line.startswith(prefix))
        style, size, height = STYLES[prefix]
        pdf.set_font("Helvetica", style, size)
        pdf.multi_cell(0, height, line.removeprefix(prefix), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    target.parent.mkdir(parents=True, exist_ok=True)
    pdf.output(str(target))


def main() -> None:
    sources = HERE / "pdf_text"
    for source in sorted(sources.rglob("*.md")):
        write(source, (HERE / "documents" / source.relative_to(sources)).with_suffix(".pdf"))


if __name__ == "__main__":
    main()
