"""The web pages. Handlers translate by way of `bot.channels.webchat` and decide nothing about an answer."""
