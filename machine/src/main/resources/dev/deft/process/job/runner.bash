exec </dev/null >&6 4>&- 6>&-;
__deft_next() { LC_ALL=C IFS= read -r -u 3 -N "$1" __deft || { sleep 5; exit 1; }; };
__deft_next 10; __deft_next "$((10#$__deft))"; eval "$__deft";
__deft_next "$__deft_length";
case $__deft_input in yes) exec <&5 ;; esac;
case $__deft_terminal in /*) exec <&5 >&5 7>&5 ;; esac;
exec 2>&7 3<&- 5<&- 7>&-;
cd -- "$__deft_directory" || exit 126;
case $__deft_terminal in
script) SHELL=$BASH exec script -qefc "stty rows 24 cols 80; $__deft" /dev/null ;;
/*) unset -v OLDPWD; exec 2>/dev/null; (exec "$__deft_terminal" -c "$BASH" --noprofile --norc -c "$__deft" bash 2>&1); exit "$?" ;;
esac;
unset -v __deft_terminal __deft_directory __deft_input __deft_length OLDPWD; unset -f __deft_next;
eval "$__deft"
