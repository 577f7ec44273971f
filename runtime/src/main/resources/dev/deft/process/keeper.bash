# The first process of a warm sandbox. It keeps one fresh shell waiting for an order, sees it end with everything
# it started, reports, and sets up the next: nothing of one command is left to another. Orders come in on 3,
# reports go out on 4, 5 is what is typed into a command; each field of an order ends with a NUL.
# What this shell notices about its job, such as that it was killed, goes in front of the report.
exec 6>&1 7>&2 >/dev/null 2>&4
set -m
ulimit -c 0
ulimit -u 4096

# What the waiting shell does, on one line: so the lines of the script keep their numbers in messages.
runner='
__deft_next() { IFS= read -r -d "" __deft <&3 || { sleep 5; exit 1; }; };
__deft_next; __deft_directory=$__deft;
__deft_next; if [ "$__deft" = yes ]; then exec <&5; else exec </dev/null; fi;
__deft_next; __deft_count=$__deft;
while [ "$__deft_count" -gt 0 ]; do __deft_next; export -- "$__deft"; __deft_count=$((__deft_count - 1)); done;
__deft_next;
exec >&6 2>&7 3<&- 4>&- 5<&- 6>&- 7>&-;
cd -- "$__deft_directory" || exit 126;
unset -v __deft_directory __deft_count OLDPWD; unset -f __deft_next;
eval "$__deft"'
runner=${runner//$'\n'/ }

echo ready >&4
while :; do
    "$BASH" --noprofile --norc -c "$runner" bash 2>/dev/null &
    wait "$!"
    code=$?
    while kill -KILL -- -1; do :; done 2>/dev/null
    { echo "ended $code"; times; } >&4
done
