"""Small charts for the terminal: a sparkline, and bars that stand in a row with a line at the level to aim for."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

EIGHTHS = " ▁▂▃▄▅▆▇█"
HEIGHT, WIDE, GAP = 5, 3, 1


def spark(values: Sequence[float | None]) -> str:
    """One character for each share (0 to 1); a gap for None."""
    return "".join(" " if v is None else EIGHTHS[1 + round(min(1.0, max(0.0, v)) * 7)] for v in values)


def chart_width(count: int) -> int:
    """Columns a bar chart of so many values takes."""
    return 5 + count * (WIDE + GAP)


def bars(
    values: Sequence[float], labels: Sequence[str], style: str, *, aim: float | None = None
) -> list[Text]:
    """A bar chart of shares (0 to 1), one line of text for each row: five rows of bars, their figures, their labels."""
    aim_row = HEIGHT - 1 - min(HEIGHT - 1, int(aim * HEIGHT)) if aim is not None else -1
    lines: list[Text] = []
    for row in range(HEIGHT):
        label = (
            "100%" if row == 0 else f"{aim:.0%}".rjust(4) if row == aim_row and aim is not None else "    "
        )
        line = Text(f"{label}│" if aim_row != row else f"{label}┤", "quiet")
        for value in values:
            filled = min(max(value * HEIGHT - (HEIGHT - 1 - row), 0.0), 1.0)
            # something is always drawn on the ground, so that a small share is not mistaken for a gap
            eighths = max(round(filled * 8), 1 if row == HEIGHT - 1 else 0)
            if eighths == 0:
                line.append(("╌" if row == aim_row else " ") * (WIDE + GAP), "quiet")
            else:
                line.append(EIGHTHS[eighths] * WIDE, style)
                line.append(("╌" if row == aim_row else " ") * GAP, "quiet")
        lines.append(line)
    lines.append(Text("   % " + "".join(f"{_whole(v):>{WIDE}}" + " " * GAP for v in values)))
    lines.append(Text("     " + "".join(f"{label:>{WIDE}.{WIDE}}" + " " * GAP for label in labels), "quiet"))
    return lines


def _whole(value: float) -> str:
    return f"{value * 100:.0f}"


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: int = 4) -> list[Text]:
    """Two charts next to each other; `width` is that of the left one."""
    lines: list[Text] = []
    for a, b in zip(left, right, strict=True):
        line = a.copy()
        line.append(" " * max(0, width + gap - line.cell_len))
        lines.append(line.append_text(b))
    return lines


def across(value: float, width: int, *, mark: float | None = None) -> str:
    """A share (0 to 1) as a bar from left to right; `mark` sets a stroke at another share."""
    filled = round(min(1.0, max(0.0, value)) * width)
    cells = ["█"] * filled + ["·"] * (width - filled)
    if mark is not None:
        cells[min(width - 1, max(0, round(mark * width) - 1))] = "┃"
    return "".join(cells)
