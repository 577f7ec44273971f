# Ends every process that is known by a mark in its environment, $1, or by a brand, $2, without its last $3 bits.
# Each is stopped before any is killed, so that none can start another while we look.
leftovers() {
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
