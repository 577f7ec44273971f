# The first process of a warm sandbox. It keeps one fresh shell waiting for a launch request, which runs $1; waits for
# the command, kills all its descendants, reports, and starts the next shell, so commands share no state. Launch
# requests come in on 3 (format: class LaunchRequest), reports go out on 4, 5 is the standard input of commands. $2 to
# $4 are the limits for processes, kilobytes of memory and seconds of CPU time. After each command it empties the
# directories $5 and following.
# A report is one line in one write, since every write wakes its reader. What belongs to it went to 7 before: messages
# of this shell about its job, such as "Killed", whether files were left, and the CPU times.
[ "$$" = 1 ] || exit 1
exec 6>&1 8>&2 >&7 2>&7 7>&8 8>&-
set -m
{
    ulimit -c 0
    ulimit -u "$2"
    ulimit -d "$3"
    ulimit -S -t "$4"
    ulimit -H -t "$(($4 + 5))"
} 2>/dev/null

shopt -s dotglob nullglob
directories=("${@:5}")
list() {
    local directory
    found=()
    for directory in "${directories[@]}"; do
        found+=("$directory"/*)
        [ -r "$directory" ] && [ -w "$directory" ] && [ -x "$directory" ] || found+=("$directory")
    done
}
list
declare -A initial
for it in "${found[@]}"; do initial["$it"]=yes; done
# Sets dirty if anything is left that was not there at the start.
clean() {
    local it left=()
    dirty=
    list
    for it in "${found[@]}"; do [ "${initial["$it"]}" ] || left+=("$it"); done
    [ "${#left[@]}" = 0 ] && return
    PATH=/usr/bin:/bin rm -rf --one-file-system -- "${left[@]}"
    list
    for it in "${found[@]}"; do [ "${initial["$it"]}" ] || dirty=yes; done
}

echo ready >&4
while :; do
    "$BASH" --noprofile --norc -c "$1" bash 2>/dev/null &
    wait "$!"
    code=$?
    # With job control, a wait also ends when its job is merely stopped.
    [ "$code" -le 128 ] || while [ "$code" -gt 128 ] && kill -0 "$!"; do
        PATH=/usr/bin:/bin sleep 0.1
        wait "$!"
        code=$?
    done 2>/dev/null
    while kill -KILL -- -1; do :; done
    [ "${#directories[@]}" = 0 ] || clean 2>/dev/null
    [ "$dirty" ] && echo dirty
    times
    echo "ended $code" >&4
done
