# Sees one command to its end and writes down how it ended: nobody else may be there then. $1 is what a shell does that
# waits for its order. Orders come in on 3, what happened goes out on 4, 5 is what is typed, 6 and 7 are what is printed.
# $2 to $4 are how many processes, kilobytes of memory and seconds of processor time a command may have, where that is
# for us to set. $5 and $6 are its mark and its brand; in a namespace of its own it has none.
exec 2>/dev/null 8<&-
[ "$5" ] && [ "$6" -gt 0 ] && ulimit -x "$6"
if [ "$2" ]; then
    ulimit -c 0
    ulimit -u "$2"
    ulimit -d "$3"
    ulimit -S -t "$4"
    ulimit -H -t "$(($4 + 5))"
fi
# With job control it gets a group of its own and hears all signals; without, the wait goes on while it is stopped.
set -m
"$BASH" --noprofile --norc -c "$1" bash 4>&- &
set +m
exec 3<&- 5<&- 6>&- 7>&-
echo ready >&4
wait "$!"
code=$?
if [ "$5" ]; then
    leftovers "$5" "$6" 0
elif [ "$$" = 1 ]; then
    while kill -KILL -- -1; do :; done
fi
echo "ended $code" >&4
