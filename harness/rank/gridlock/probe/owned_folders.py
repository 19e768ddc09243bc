"""Lists the folders of installed code, so that the probe can tell the program's own lines from
those of libraries."""

import os
import sys

_PACKAGES = ("site-packages", "dist-packages")


def hidden():
    """Returns the folders of torch and of the probe. They may be inside those of libraries()."""
    return [_folder(sys.modules["torch"].__file__), _folder(__file__)]


def libraries():
    """Returns the folders of installed packages."""
    named = [path for path in sys.path if os.path.basename(path.rstrip("/")) in _PACKAGES]
    return [path.rstrip("/") + "/" for path in dict.fromkeys(named)]


def standard():
    """Returns the folders of Python's own library. They may contain those of libraries()."""
    return [_folder(os.__file__)]


def _folder(file):
    return os.path.dirname(file) + "/"
