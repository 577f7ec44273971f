package dev.deft.script;

import java.util.Random;

/// Generates scripts that set variables, define functions and change the meaning of later words in
/// every way that bash has. `c9 hit` is hidden in values and never a command of the script.
final class StateGenerator {

    private static final String HOSTILE = "'a[$(c9 hit)]'";

    /// The first random numbers of adjacent seeds are similar.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /// The main topic of a script: with too many topics, its parts rarely interact.
    private enum Theme {
        VALUES,
        FUNCTIONS,
        PROGRAMS,
        ALL
    }

    private final Random random;
    private final Theme theme;

    StateGenerator(long seed) {
        this.random = new Random(seed * SPREAD);
        this.theme = Theme.values()[random.nextInt(Theme.values().length)];
    }

    String script() {
        var script = new StringBuilder();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            script.append(placed(statement()));
            script.append(pick("; ", "\n", "\n", " ;\n"));
        }
        return script + "\n" + consequence() + "\n";
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String statement() {
        return switch (theme) {
            case VALUES -> pick(setting(), setting(), evaluation(), "c1 plain");
            case FUNCTIONS -> pick(function(), function(), called(), "c1 plain", "true");
            case PROGRAMS -> pick(setting(), "c1 plain", "e0 arg", "true");
            case ALL ->
                    pick(
                            setting(),
                            setting(),
                            consequence(),
                            function(),
                            "c2 \"$x\"",
                            "false",
                            "echo $((1/0))",
                            "set -- 1 2");
        };
    }

    private String consequence() {
        return switch (theme) {
            case VALUES -> evaluation();
            case FUNCTIONS -> called();
            case PROGRAMS -> "e0 arg";
            case ALL -> pick(evaluation(), called(), "e0 arg", words());
        };
    }

    private String variable() {
        return theme == Theme.VALUES
                ? pick("n", "n", "n", "x", "_", "PWD", "1")
                : pick(
                        "x", "x", "n", "n", "n", "y", "_", "PWD", "RANDOM", "OPTIND", "SECONDS",
                        "1");
    }

    private String name() {
        return theme == Theme.VALUES
                ? pick("n", "n", "n", "x", "y")
                : pick(
                        "x",
                        "x",
                        "n",
                        "n",
                        "n",
                        "y",
                        "RANDOM",
                        "OPTIND",
                        "SECONDS",
                        "PATH",
                        "BASH_CMDS[e0]");
    }

    private String value() {
        return pick(
                "5",
                "5",
                "5",
                "$((2+3))",
                "${#y}",
                "0",
                "''",
                HOSTILE,
                HOSTILE,
                "$x",
                "\"$x\"",
                "$(printf 3)",
                "../evil",
                "'-v n'",
                "PATH",
                "'-vPATH'",
                "'PATH=../evil'",
                "'1 2'",
                "$n");
    }

    private String setting() {
        String name = name();
        String value = value();
        return pick(
                name + "=" + value,
                name + "=" + value,
                name + "=" + value,
                name + "+=" + value,
                "printf -v " + name + " %s " + value,
                "printf -v" + name + " %s " + value,
                "printf -v \"$x\" %s " + value,
                "printf \"$x\" ../evil",
                "read " + name + " <<< " + value,
                "read -r " + name + " y <<< " + value,
                "read -a " + name + " <<< " + value,
                "read $x <<< ../evil",
                "declare " + name + "=" + value,
                "declare \"$x\"",
                "declare $x=../evil",
                "declare -x " + name + "=" + value,
                "declare -i n=" + value,
                "declare -n r=" + name + "; r=" + value,
                "export " + name + "=" + value,
                "f() { local " + name + "=" + value + "; " + consequence() + "; }; f",
                "f() { local \"$x\"; e0 arg; }; f",
                "f() { local {PATH,y}=../evil; e0 arg; }; f",
                "f() { local $x r=PATH; r=../evil; e0 arg; }; f",
                "for " + name + " in " + value + "; do " + consequence() + "; done",
                "for n in 1 2; do " + consequence() + "; done",
                "(( n = 3 ))",
                "(( n++ ))",
                "((n=3)) || ((x=4))",
                "for ((n=0; n<1; n++)); do " + consequence() + "; break; done",
                ": ${" + name + ":=" + value + "}",
                ": ${n=" + value + "}",
                "mapfile -t " + name + " <<< " + value,
                "unset " + name.replaceAll("\\[.*", ""),
                "unset \"$x\"",
                "OPTIND=1; getopts a: n -a " + value,
                "let n=4",
                "let \"$x\"",
                "set -- " + value,
                name + "=" + value + " c3 temporary",
                name + "=" + value + " e0 arg",
                "x=(" + value + " 2)",
                "BASH_ALIASES[c4]='c9 hit;'",
                "hash -p ../evil/e0 e0",
                "alias e0='c9 hit'",
                "[[ " + value + " =~ .* ]]",
                ": " + value,
                "IFS=" + pick("5", ",", "'$'"),
                "POSIXLY_CORRECT=1",
                "shopt -s expand_aliases",
                "set -o posix",
                "exec {n}<a.txt",
                "c4 {n}<a.txt");
    }

    private String evaluation() {
        String name = variable();
        return pick(
                "c0 $((" + name + "))",
                "c0 $(($" + name + "))",
                "c0 $((" + name + " + 1))",
                "c0 $((n=" + name + "))",
                "((" + name + "))",
                "[[ " + name + " -eq 1 ]]",
                "[[ $" + name + " -gt 0 ]]",
                "[[ -v $" + name + " ]]",
                "[[ -n $x && n -lt 3 ]]",
                "[ $" + name + " ]",
                "[ -v \"$" + name + "\" ]",
                "[ \"$" + name + "\" = y ]",
                "[ $" + name + " -lt 3 ]",
                "[ \"$x\" \"$n\" ]",
                "test $" + name + " = 3",
                "test -n \"$" + name + "\"",
                "c0 ${a[" + name + "]}",
                "c0 ${a[$" + name + "]}",
                "c0 ${x:" + name + "}",
                "c0 ${x:0:" + name + "}",
                "c0 ${x: -1}",
                "c0 ${!" + name + "}",
                "c0 ${" + name + "@Q}",
                "c0 ${x@P}",
                "c0 ${#x}",
                "let " + name,
                "a[" + name + "]=1",
                "for ((i=" + name + "; i<2; i++)); do c0 loop; break; done",
                "printf -v \"$" + name + "\" x",
                "unset \"$" + name + "\"",
                "f() { c0 $(($1)); }; f " + value(),
                "f() { [[ $1 -eq 0 ]]; }; f " + value(),
                "c0 $((${BASH_REMATCH[0]}))",
                "c0 $((BASH_REMATCH))",
                "c0 $((${PWD##*/}))");
    }

    private String function() {
        String name = pick("c7", "c7", "c7", "c7", "c6");
        return pick(
                name + "() { c0 inside; }",
                name + "() { c0 inside; }",
                name + "() { c0 inside; }",
                name + "() { c0 inside; }",
                name + "() { c0 inside; }",
                "function " + name + " { c0 \"$1\"; }",
                name + "() ( c0 inside )",
                name + "() { c0 inside; } <a.txt",
                "unset -f " + name,
                "unset " + name,
                name + "() { " + consequence() + "; }",
                "h() { " + called() + "; }");
    }

    private String called() {
        String name = pick("c7", "c7", "c7", "c7", "c6", "h");
        return (random.nextInt(2) == 0
                        ? ""
                        : pick(
                                "",
                                "time ",
                                "\\time ",
                                "A=1 time ",
                                "c1 | time ",
                                "command ",
                                "env ",
                                "timeout 5 ",
                                "eval ",
                                "\\",
                                "! ",
                                "A=1 ",
                                "exec ",
                                "builtin "))
                + name
                + " real";
    }

    private String words() {
        String known = pick("", "./", "-", "a", "--x=", "../work/");
        return "c5 "
                + known
                + pick(
                        "$x",
                        "\"$x\"",
                        "${x}",
                        "\"${x[@]}\"",
                        "\"$@\"",
                        "$@",
                        "$*",
                        "\"$*\"",
                        "*.txt",
                        "*",
                        "[ab].txt",
                        "{a,b}",
                        "{1..3}",
                        "$(printf 'p q')",
                        "\"$(printf 'p q')\"",
                        "`printf 'p q'`",
                        "$?",
                        "$#",
                        "$((1+1))",
                        "~",
                        "$'a\\tb'",
                        "{a,$x}",
                        "$x*",
                        "\"$x\"*.txt",
                        "'*'",
                        "${x:-d e}",
                        "\"${x:-d e}\"",
                        "${#x}")
                + pick("", "", "z", "\"$n\"", "$n");
    }

    private String placed(String statement) {
        String other = pick("true", "false", "c1 plain", "c2 x");
        return pick(
                statement,
                statement,
                statement,
                statement,
                "( " + statement + " )",
                "{ " + statement + "; }",
                "{ " + statement + "; } <a.txt",
                "{ " + statement + "; } <nosuch",
                other + " && " + statement,
                other + " || " + statement,
                other + " && " + statement + " || " + called(),
                statement + " && " + consequence(),
                statement + " || " + consequence(),
                statement + " | c3",
                "c3 | " + statement,
                "if " + other + "; then " + statement + "; fi",
                "if " + other + "; then " + statement + "; else " + consequence() + "; fi",
                "if " + statement + "; then " + consequence() + "; else " + consequence() + "; fi",
                "while " + other + "; do " + statement + "; break; done",
                "for i in $y; do " + statement + "; done",
                "for i in 1 2; do " + statement + "; done",
                "case $x in 5) " + statement + ";; *) " + consequence() + ";; esac",
                "case $x in 5) " + statement + ";& *) " + consequence() + ";; esac",
                "g() { " + statement + "; }; " + pick("g", "true"),
                "c4 $(" + statement + ")",
                "eval '" + statement.replace("'", "'\\''") + "'",
                "cat <<E " + pick("&&", "||") + " " + statement.replace("\n", " ") + "\ntext\nE",
                statement + " & wait",
                "! " + statement,
                "echo $((1/0)); " + statement,
                "echo ${x?}; " + statement,
                "time " + statement);
    }
}
