#!/bin/sh
# Stands before a compiler in PATH, and has it build with sanitizers, whatever flags a build gives. What these make the
# compiler say in addition must not end a build that takes warnings for errors.
: >/work/link/sanitized
PATH=${RUSTWARD_PATH:?} exec "${0##*/}" "$@" -g -fno-omit-frame-pointer -fsanitize=address,undefined -Wno-error
