"""Teaching: finished games turned into lessons (Markdown, a page, JSON) and sheets to print. Owns no rules and plays no seat."""
