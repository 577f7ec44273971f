# Kills every process with an environment variable that starts with $1, or with process tag $2, ignoring its last $3
# bits. All are stopped before any is killed, so that none can fork in between.
kill_tagged() {
    local process variable ours name what whose limit found=yes
    while [ "$found" ]; do
        found=
        for process in /proc/[0-9]*; do
            [ "${process#/proc/}" != "$$" ] && IFS= read -r -d '' variable <"$process/cmdline" || continue
            ours=
            while IFS= read -r -d '' variable; do
                case $variable in "$1"*) ours=yes ;; esac
            done <"$process/environ"
            while read -r name what whose _ limit _; do
                case $name$what$whose in Maxfilelocks) (($2 > 0 && limit >> $3 == $2)) && ours=yes ;; esac
            done <"$process/limits"
            [ "$ours" ] && kill -STOP "${process#/proc/}" && found="$found ${process#/proc/}"
        done
        [ "$found" ] && kill -KILL $found
    done 2>/dev/null
}
