"""Settings of Orca for the screen-reader check: only phrases about the window, not about each key."""

import orca.settings

orca.settings.enableKeyEcho = False
orca.settings.speechVerbosityLevel = orca.settings.VERBOSITY_LEVEL_VERBOSE
