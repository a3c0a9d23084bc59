#!/bin/sh
# The linker of the system, with the shims behind all else. What is linked again later gets them then.
unwind='--as-needed -lgcc_s'
for word in "$@"; do
  case "$word" in
    -r | -i | --relocatable | -Ur) exec "${0##*/}" "$@" ;;
    -static | -static-pie) unwind=-lgcc_eh ;;
  esac
done
# shellcheck disable=SC2086 # a list of words
exec "${0##*/}" "$@" /work/link/librustward_shims.a $unwind -lpthread -ldl -lm -lc
