# The local side of a host command: arguments, streams and exit code go through named pipes to the process that runs
# it over SSH. Descriptor 4 tells that process that we still wait, so no child may inherit it.
gone() {
    echo "${0##*/}: the session that runs host commands has ended" >&2
    exit 255
}

number=${EPOCHREALTIME//[!0-9]/}-$$-$RANDOM
at=$pipes/$number
[ -p "$pipes/requests" ] || gone
echo "$number" >"$pipes/requests"
until [ -d "$at" ]; do
    read -r -t 0.01 <>"$pipes/never"
    [ -p "$pipes/requests" ] || gone
done

exec 4>"$at/call" 5>"$at/in" 6<"$at/out" 7<"$at/err" 8<"$at/code" || gone
printf '%s\0' "${0##*/}" "$#" "$@" >&4

trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
"$cat" <&0 >&5 2>/dev/null 4>&- 5>&- 6<&- 7<&- 8<&- &
input=$!
trap 'kill "$input" 2>/dev/null' EXIT
"$cat" <&6 4>&- 5>&- 6<&- 7<&- 8<&- &
output=$!
"$cat" <&7 >&2 4>&- 5>&- 6<&- 7<&- 8<&- &
errors=$!
exec 5>&- 6<&- 7<&-

wait "$output"
[ $? -le 128 ] || exit 141
wait "$errors"
IFS= read -r code <&8 || code=255
exit "$code"
