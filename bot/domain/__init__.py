"""The values that flow through saywhy. Standard library only; nothing here does I/O."""
