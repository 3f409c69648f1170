"""Translators between the outside and saywhy: one a channel, none knows another, none decides anything."""
