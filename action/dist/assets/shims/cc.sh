#!/bin/sh
# Stands before a compiler in PATH, and notes how it is called: the folder, its name and each argument, with a NUL
# behind each. Each call has a file of its own, since builds run compilers side by side.
name=${0##*/}
if note=$(mktemp "${RUSTWARD_COMMANDS:?}/XXXXXXXXXX" 2>/dev/null); then
  printf '%s\0' "$PWD" "$name" "$@" >"$note"
fi
# What the compiler starts in turn is no call of the build.
PATH=${RUSTWARD_PATH:?} exec "$name" "$@"
