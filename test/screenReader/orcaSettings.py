"""Orca settings for the screen reader tests: Orca announces the window, but not each pressed key."""

import orca.settings

orca.settings.enableKeyEcho = False
orca.settings.speechVerbosityLevel = orca.settings.VERBOSITY_LEVEL_VERBOSE
