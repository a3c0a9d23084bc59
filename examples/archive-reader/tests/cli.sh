#!/bin/sh
# Runs the built program on archives in a temporary directory.
# usage: cli.sh BUILD_DIRECTORY
set -eu

build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir out
TZ=UTC
export TZ

fail() {
    echo "cli: failed: $1" >&2
    exit 1
}

# expect_error TEXT COMMAND...: the command must exit with 1 and say TEXT.
expect_error() {
    text=$1
    shift
    code=0
    "$@" >stdout 2>stderr || code=$?
    [ "$code" -eq 1 ] || fail "exit code $code of: $*"
    grep -q "$text" stderr || fail "no '$text' in the error of: $*"
}

"$build/make_fixture" good.parcel docs/ '' docs/a.txt 'hello' deep/er/b.txt 'bye'

[ "$("$build/parcel" list good.parcel | tr '\n' ' ')" = 'docs docs/a.txt deep/er/b.txt ' ] ||
    fail 'list'
"$build/parcel" list -l good.parcel |
    grep -q '^-rw-r-----            5 2001-09-09 01:46 docs/a.txt$' || fail 'list -l'
"$build/parcel" verify good.parcel || fail 'verify'

[ "$("$build/parcel" extract -v -C out good.parcel | tail -n 1)" = 'out/deep/er/b.txt' ] ||
    fail 'extract -v'
[ "$(cat out/docs/a.txt)" = 'hello' ] || fail 'content of docs/a.txt'
[ "$(cat out/deep/er/b.txt)" = 'bye' ] || fail 'content of deep/er/b.txt'
[ -z "$(find out -perm -4000)" ] || fail 'the set-user-id bit came through'
[ -n "$(find out/docs/a.txt -perm 0640)" ] || fail 'mode of docs/a.txt'

# A second extraction must not replace files.
expect_error 'input or output failed' "$build/parcel" extract -C out good.parcel

"$build/make_fixture" up.parcel ../escaped 'x'
expect_error 'leave the target' "$build/parcel" extract -C out up.parcel
[ ! -e escaped ] || fail 'an entry left the target directory'

mkdir elsewhere
ln -s "$work/elsewhere" out/link
"$build/make_fixture" link.parcel link/f 'x'
expect_error 'leave the target' "$build/parcel" extract -C out link.parcel
[ ! -e elsewhere/f ] || fail 'an entry followed a symbolic link'

mkdir small
expect_error 'size limit' "$build/parcel" extract -m 7 -C small good.parcel
[ ! -e small/deep ] || fail 'an entry over the limit was written'

head -c 70 good.parcel >short.parcel
expect_error 'ends too early' "$build/parcel" verify short.parcel
sed 's/hello/hellO/' good.parcel >damaged.parcel
mkdir damaged
expect_error 'checksum' "$build/parcel" extract -C damaged damaged.parcel
[ ! -e damaged/docs/a.txt ] || fail 'a damaged file was left behind'

expect_error 'No such file' "$build/parcel" list missing.parcel
code=0
"$build/parcel" extract -m 1x good.parcel 2>stderr || code=$?
[ "$code" -eq 2 ] || fail 'a bad size must exit with 2'

echo 'cli: all checks passed'
