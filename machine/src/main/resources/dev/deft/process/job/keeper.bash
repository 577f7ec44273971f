# The first process of a warm sandbox. It keeps one fresh shell waiting for an order, which does what $1 says, sees
# it end with everything it started, reports, and sets up the next: nothing of one command is left to another.
# Orders come in on 3, reports go out on 4, 5 is what is typed into a command; what an order looks like, the class Order says.
# $2 to $4 are how many processes, kilobytes of memory and seconds of processor time a command may have.
# What a command leaves in the directories named by $5 and on is removed after it; where that fails, the report says so.
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

shopt -s dotglob nullglob
places=("${@:5}")
look() {
    local place
    found=()
    for place in "${places[@]}"; do
        found+=("$place"/*)
        [ -r "$place" ] && [ -w "$place" ] && [ -x "$place" ] || found+=("$place")
    done
}
look
declare -A ours
for it in "${found[@]}"; do ours["$it"]=yes; done
# Sets worn where something is left that was not there from the beginning.
clean() {
    local it left=()
    worn=
    look
    for it in "${found[@]}"; do [ "${ours["$it"]}" ] || left+=("$it"); done
    [ "${#left[@]}" = 0 ] && return
    PATH=/usr/bin:/bin rm -rf --one-file-system -- "${left[@]}"
    look
    for it in "${found[@]}"; do [ "${ours["$it"]}" ] || worn=yes; done
}

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
    [ "${#places[@]}" = 0 ] || clean 2>/dev/null
    { [ "$worn" ] && echo worn; echo "ended $code"; times; } >&4
done
