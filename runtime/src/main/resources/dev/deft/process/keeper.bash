# The first process of a warm sandbox. It keeps one fresh shell waiting for an order, which does what $1 says, sees
# it end with everything it started, reports, and sets up the next: nothing of one command is left to another.
# Orders come in on 3, reports go out on 4, 5 is what is typed into a command; what an order looks like, the class Order says.
# $2 to $4 are how many processes, kilobytes of memory and seconds of processor time a command may have.
# What this shell notices about its job, such as that it was killed, goes in front of the report.
[ "$$" = 1 ] || exit 1
exec 6>&1 7>&2 >/dev/null 2>&4
set -m
{
    ulimit -c 0
    ulimit -u "$2"
    ulimit -d "$3"
    ulimit -S -t "$4"
    ulimit -H -t "$(($4 + 5))"
} 2>/dev/null

echo ready >&4
while :; do
    "$BASH" --noprofile --norc -c "$1" bash 2>/dev/null &
    wait "$!"
    code=$?
    # With job control, a wait also ends when its job is merely stopped.
    while [ "$code" -gt 128 ] && kill -0 "$!"; do
        PATH=/usr/bin:/bin sleep 0.1
        wait "$!"
        code=$?
    done 2>/dev/null
    while kill -KILL -- -1; do :; done 2>/dev/null
    { echo "ended $code"; times; } >&4
done
