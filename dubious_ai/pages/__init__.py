"""Pages that stand on their own: one HTML file with its style and charts inside, readable by day, by night and on paper.

Nothing is loaded from anywhere. Text becomes markup in one place (`markup.tag`), where it is escaped; a page is built from values, with no templates.

    body = join(tag("h2", "Ann"), tag("p", answer), line_chart("How often…", labels, [Line("Gladiator", shares)]))
    text = page("Review of game 4F2", body)
"""

from dubious_ai.pages.charts import Line, line_chart
from dubious_ai.pages.frame import page
from dubious_ai.pages.markup import Html, join, marked, table, tag

__all__ = ["Html", "Line", "join", "line_chart", "marked", "page", "table", "tag"]
