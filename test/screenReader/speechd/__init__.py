"""Replaces the speech client of Orca. Appends each phrase as a line of JSON to the file in SPEECH_LOG."""

import html
import json
import os
import re


class _Names:
    def __init__(self, *names):
        for name in names:
            setattr(self, name, name)


CallbackType = _Names("BEGIN", "CANCEL", "END", "INDEX_MARK")
DataMode = _Names("SSML", "TEXT")
Priority = _Names("IMPORTANT", "MESSAGE", "NOTIFICATION", "PROGRESS", "TEXT")
PunctuationMode = _Names("ALL", "MOST", "NONE", "SOME")


class SSIPCommunicationError(Exception):
    pass


class SSIPCommandError(Exception):
    pass


class SSIPClient:
    def __init__(self, *_args, **_options):
        pass

    def speak(self, ssml, callback=None, **_options):
        phrase = html.unescape(re.sub(r"<[^>]+>", "", ssml)).strip()
        with open(os.environ["SPEECH_LOG"], "a", encoding="utf-8") as log:
            log.write(json.dumps(phrase) + "\n")
        if callback is not None:
            callback(CallbackType.BEGIN)
            callback(CallbackType.END)

    def char(self, character):
        self.speak(character)

    def list_output_modules(self):
        return ("log",)

    def list_synthesis_voices(self, *_names):
        return ()

    def get_rate(self):
        return 0

    def get_pitch(self):
        return 0

    def get_volume(self):
        return 0

    def get_language(self):
        return "en"

    def __getattr__(self, _name):
        """Ignores every other command, such as `cancel` and `set_rate`."""
        return lambda *_args, **_options: None
