# Runs one command and records its exit, since no other process may be left by then. $1 is the runner script. The
# launch request comes in on 3, state goes out on 4, 5 is standard input, 6 and 7 are the output. $2 to $4 are the
# limits for processes, kilobytes of memory and seconds of CPU time, if they are set here. $5 is the tag variable and
# $6 the process tag; both are empty in a namespace of its own.
exec 2>/dev/null 8<&-
[ "$5" ] && [ "$6" -gt 0 ] && ulimit -x "$6"
if [ "$2" ]; then
    ulimit -c 0
    ulimit -u "$2"
    ulimit -d "$3"
    ulimit -S -t "$4"
    ulimit -H -t "$(($4 + 5))"
fi
# With job control the command gets its own process group and all signals; without it, the wait continues while the
# command is stopped.
set -m
"$BASH" --noprofile --norc -c "$1" bash 4>&- &
set +m
exec 3<&- 5<&- 6>&- 7>&-
echo ready >&4
wait "$!"
code=$?
if [ "$5" ]; then
    kill_tagged "$5" "$6" 0
elif [ "$$" = 1 ]; then
    while kill -KILL -- -1; do :; done
fi
echo "ended $code" >&4
