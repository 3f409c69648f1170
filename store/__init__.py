"""The rows: SQLite for one machine, PostgreSQL for several. Implements ports of `bot.domain`, imports no other part."""
