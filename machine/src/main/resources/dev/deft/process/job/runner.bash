__deft_next() { IFS= read -r -d "" -u 3 __deft || { sleep 5; exit 1; }; };
__deft_next; __deft_directory=$__deft;
__deft_next; if [ "$__deft" = yes ]; then exec <&5; else exec </dev/null; fi;
__deft_next; __deft_terminal=$__deft;
__deft_next; __deft_count=$__deft;
while [ "$__deft_count" -gt 0 ]; do __deft_next; export -- "$__deft"; __deft_count=$((__deft_count - 1)); done;
__deft_next; LC_ALL=C IFS= read -r -u 3 -N "$__deft" __deft || { sleep 5; exit 1; };
case $__deft_terminal in /*) exec <&5 6>&5 7>&5 ;; esac;
exec >&6 2>&7 3<&- 4>&- 5<&- 6>&- 7>&-;
cd -- "$__deft_directory" || exit 126;
case $__deft_terminal in
script) SHELL=$BASH exec script -qefc "stty rows 24 cols 80; $__deft" /dev/null ;;
/*) unset -v OLDPWD; exec 2>/dev/null; (exec "$__deft_terminal" -c "$BASH" --noprofile --norc -c "$__deft" bash 2>&1); exit "$?" ;;
esac;
unset -v __deft_terminal __deft_directory __deft_count OLDPWD; unset -f __deft_next;
eval "$__deft"
