#!/bin/sh
# Runs the built program on logs in a temporary directory.
# usage: cli.sh BUILD_DIRECTORY
set -eu

build=$(cd "$1" && pwd)
work=$(mktemp -d)
server=
client=
stop() {
    for process in $server $client; do
        kill "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap stop EXIT
cd "$work"

fail() {
    echo "cli: failed: $1" >&2
    exit 1
}

# expect NAME INPUT OUTPUT COMMAND...
expect() {
    name=$1
    want=$3
    got=$(printf '%b' "$2" | { shift 3; "$@"; }) || fail "$name: exit code"
    [ "$got" = "$(printf '%b' "$want")" ] || fail "$name: got $got"
}

expect 'set and get' 'SET a 1\nSET b "two words"\nGET b\n' '+OK\n+OK\n"two words"' \
    "$build/cubby" log
expect 'a restart keeps data' 'GET a\nCOUNT\n' '"1"\n:2' "$build/cubby" log
expect 'quit ends early' 'QUIT\nGET a\n' '+BYE' "$build/cubby" log
expect 'an unfinished line is dropped' 'GET a\nDEL a' '"1"' "$build/cubby" log
expect 'compact' 'SET a 2\nCOMPACT\nGET a\nGET b\n' '+OK\n+OK\n"2"\n"two words"' "$build/cubby" log
[ ! -e log.compact ] || fail 'compact left its file behind'

# More than one read of 4096 bytes in one line.
long=$(head -c 20000 /dev/zero | tr '\0' 'x')
expect 'a long value' "SET long $long\nGET long\n" "+OK\n\"$long\"" "$build/cubby" log

"$build/cubby" -s socket log &
server=$!
expect 'first client' 'GET a\nSET c 3\n' '"2"\n+OK' "$build/client" socket
expect 'second client' 'GET c\n' '"3"' "$build/client" socket
code=0
"$build/cubby" log </dev/null 2>stderr || code=$?
[ "$code" -eq 1 ] || fail 'a locked log must exit with 1'
grep -q 'another process' stderr || fail 'a locked log must say so'
# An idle client must not keep the server from ending.
mkfifo idle
"$build/client" socket <idle >replies &
client=$!
exec 3>idle
echo 'PING' >&3
tries=0
until grep -q PONG replies; do
    tries=$((tries + 1))
    [ "$tries" -lt 200 ] || fail 'the idle client got no reply'
    sleep 0.05
done
kill "$server"
wait "$server" || fail 'the server must end well on a signal'
server=
exec 3>&-
wait "$client" || fail 'the idle client must see the end'
client=
[ ! -e socket ] || fail 'the server left its socket behind'

echo 'not a log, but long enough for a header' >bad
code=0
"$build/cubby" bad </dev/null 2>stderr || code=$?
[ "$code" -eq 1 ] || fail 'a damaged log must exit with 1'
grep -q 'damaged' stderr || fail 'a damaged log must say so'
code=0
"$build/cubby" 2>stderr || code=$?
[ "$code" -eq 2 ] || fail 'wrong usage must exit with 2'

echo 'cli: all checks passed'
