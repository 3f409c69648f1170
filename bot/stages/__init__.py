"""The steps that decide, one pure function a module. `bot.assistant` calls them in order; nothing here does I/O."""
