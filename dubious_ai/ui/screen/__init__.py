"""The whole table on one screen. The only place that is asynchronous; the game runs beside it in a thread of its own."""
