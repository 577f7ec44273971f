package dev.deft.script;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Generates scripts with all of the syntax of bash. Their commands are `c0` to `c9`, which only
/// log their arguments.
final class ScriptGenerator {

    private static final int MAX_DEPTH = 3;

    private final Random random;
    private final WordGenerator words;
    private int documents;

    ScriptGenerator(long seed) {
        this.random = new Random(seed);
        this.words = new WordGenerator(random, this::inline);
    }

    String script() {
        return statements(0) + "\n";
    }

    private String statements(int depth) {
        var script = new StringBuilder(statement(depth));
        for (int i = random.nextInt(5) / 2; i > 0; i--) {
            if (script.charAt(script.length() - 1) == '\n') {
                script.append(statement(depth));
                continue;
            }
            script.append(
                    pick(
                            List.of(
                                    "; ",
                                    "\n",
                                    " && ",
                                    " || ",
                                    " & ",
                                    "\n# c1 in a comment\n",
                                    " ;\n\n  ",
                                    " | ",
                                    " |& ")));
            script.append(statement(depth));
        }
        return script.toString();
    }

    /// Commands on one line, for use inside words.
    private String inline(int depth) {
        String inside = depth >= MAX_DEPTH ? command(MAX_DEPTH) : statement(depth);
        return inside.contains("<<") && !inside.contains("<<<") ? command(MAX_DEPTH) : inside;
    }

    @SafeVarargs
    private String oneOf(Supplier<String>... choices) {
        return choices[random.nextInt(choices.length)].get();
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String statement(int depth) {
        if (depth >= MAX_DEPTH || random.nextInt(2) == 0) {
            return command(depth);
        }
        int next = depth + 1;
        return oneOf(
                () -> "( " + statements(next) + " )" + redirection(),
                () -> "(" + statements(next) + ")",
                () -> "{ " + statements(next) + "\n}" + redirection(),
                () ->
                        "if "
                                + statement(next)
                                + "; then "
                                + statements(next)
                                + "\nelif "
                                + statement(next)
                                + "\nthen "
                                + statement(next)
                                + "; else "
                                + statements(next)
                                + "\nfi",
                () ->
                        "while "
                                + statement(next)
                                + "; do "
                                + statements(next)
                                + "\nbreak; done"
                                + redirection(),
                () -> "until " + statement(next) + "\ndo " + statements(next) + "\nbreak\ndone",
                () ->
                        "for v in "
                                + words.word(next)
                                + " "
                                + words.word(next)
                                + "; do "
                                + statements(next)
                                + "\ndone",
                () ->
                        "for ((i=0; i<$("
                                + inline(next)
                                + " >&2; printf 1); i++)); do "
                                + statements(next)
                                + "\nbreak; done",
                () -> "for ((i=0;i<2;i++)); do " + command(next) + "; done",
                () ->
                        "case "
                                + words.word(next)
                                + " in a|b) "
                                + statements(next)
                                + "\n;; (*) "
                                + statements(next)
                                + "\n;; esac",
                () ->
                        "case "
                                + words.plain()
                                + " in\n  "
                                + words.plain()
                                + ")\n "
                                + statements(next)
                                + "\n;;\n  *) "
                                + command(next)
                                + ";;\nesac",
                () -> function(next),
                () -> document(next),
                () ->
                        "[[ -n "
                                + words.word(next)
                                + " && "
                                + words.word(next)
                                + " == "
                                + words.plain()
                                + "* ]] && "
                                + command(next),
                () -> "[ -n \"" + words.inQuotes(next) + "\" ] || " + command(next),
                () -> "[ " + words.plain() + " = $(" + inline(next) + ") ]",
                () -> "(( 1 + $(" + inline(next) + " >&2; printf 2) )); " + command(next),
                () -> "(( x = 3, x > 2 )) && " + command(next),
                () -> "! " + command(next),
                () -> "time " + command(next),
                () -> "trap " + words.quoted("c1 trapped " + words.plain()) + " EXIT",
                () -> "trap - EXIT; " + command(next),
                () -> "x=" + words.word(next) + " y=" + words.word(next),
                () ->
                        "a=("
                                + words.word(next)
                                + " "
                                + words.word(next)
                                + "); a+=("
                                + words.word(next)
                                + "); c2 \"${a[@]}\" ${#a[@]}",
                () -> "export V=" + words.word(next) + "; declare -a W; local_=1",
                () -> wrapped(),
                () -> wrapped());
    }

    /// Functions are defined again before each call, with a shorter body, so there is no recursion.
    private String function(int depth) {
        String name = pick(List.of("c8", "c9", "own", "my_f"));
        String body =
                oneOf(
                        () -> "{ " + statements(depth) + "\n}",
                        () -> "( " + statements(depth) + " )");
        String head =
                oneOf(() -> name + "() ", () -> "function " + name + " ", () -> name + " ()\n");
        return head + body + "\n" + name + " " + words.word(depth) + "; unset -f " + name;
    }

    private String document(int depth) {
        String end = "END" + documents++;
        String body = words.inQuotes(depth).replace("\\\n", "") + "\n  text 'c3' \"c4\" \\$(c5)\n";
        return oneOf(
                () -> command(depth) + " <<" + end + "\n" + body + end + "\n",
                () ->
                        command(depth)
                                + " <<'"
                                + end
                                + "'\n$(c1 not) `c2 not` ${x:-$(c3 not)}\n"
                                + end
                                + "\n",
                () -> command(depth) + " <<-" + end + "\n\t" + body + "\t" + end + "\n",
                () ->
                        command(depth)
                                + " <<"
                                + end
                                + " | "
                                + command(depth)
                                + "\n"
                                + body
                                + end
                                + "\n",
                () ->
                        command(depth)
                                + " <<"
                                + end
                                + " >out "
                                + words.plain()
                                + "\n"
                                + body
                                + end
                                + "\n",
                () -> "bash <<'" + end + "'\n" + command(depth) + "\n" + end + "\n",
                () ->
                        command(depth)
                                + " <<\\"
                                + end
                                + " && "
                                + command(depth)
                                + "\n$(c1 not)\n"
                                + end
                                + "\n",
                () -> command(depth) + " <<< " + words.word(depth));
    }

    private String wrapped() {
        String simple = "c" + random.nextInt(8) + " " + words.plain();
        return oneOf(
                () -> "eval " + words.quoted(command(MAX_DEPTH)),
                () -> "eval " + simple + " '" + simple + "'",
                () ->
                        pick(
                                        List.of(
                                                "bash -c ",
                                                "bash -ec ",
                                                "sh -c ",
                                                "bash -o pipefail -c ",
                                                "dash -c "))
                                + words.quoted(simple + "; " + simple)
                                + " zero one",
                () -> "bash -c " + words.quoted("eval " + words.quoted(simple)),
                () -> "env X=1 " + simple,
                () -> "env -u X -i PATH=\"$PATH\" " + simple,
                () -> "command " + simple,
                () -> "(exec " + simple + ")",
                () -> "timeout 5 " + simple,
                () -> "timeout -k 1 5s nice -n 1 " + simple,
                () -> "nohup " + simple,
                () -> "echo one two | xargs " + simple,
                () -> "echo one two | xargs -n 1 -I{} " + simple + " x{}y",
                () -> "find a.txt -exec " + simple + " {} \\;",
                () -> "find a.txt b.txt -exec " + simple + " {} +",
                () -> "setsid " + simple,
                () -> "stdbuf -oL " + simple,
                () -> "env bash -c " + words.quoted("timeout 5 " + simple),
                () -> "echo '" + simple + "' | bash",
                () -> "bash <<< " + words.quoted(simple),
                () -> "source <(echo " + simple + ")",
                () -> "x='" + simple + "'; $x",
                () -> "builtin eval " + words.quoted(simple),
                () -> "flock lock$RANDOM " + simple,
                () -> "flock lock$RANDOM -c " + words.quoted(simple),
                () -> "coproc " + simple + "; wait",
                () -> "alias q='" + simple + "'\nq",
                () -> "x='a[$(" + simple + ")]'; c0 $((x))",
                () -> "printf -v 'a[$(" + simple + ")]' x",
                () -> "f() { \"$@\"; }; f " + simple,
                () -> simple + " {fd}>out",
                () -> simple + " <>out",
                () -> "mapfile -C " + words.quoted(simple) + " -c 1 arr <<< text");
    }

    private String command(int depth) {
        var command = new StringBuilder();
        if (random.nextInt(8) == 0) {
            command.append("x=").append(words.word(depth)).append(' ');
        }
        if (random.nextInt(12) == 0) {
            command.append(">out ");
        }
        command.append(name(depth));
        for (int i = random.nextInt(4); i > 0; i--) {
            command.append(pick(List.of(" ", "  ", "\t", " \\\n ", " "))).append(words.word(depth));
            if (random.nextInt(10) == 0) {
                command.append(redirection());
            }
        }
        return command.append(redirection()).toString();
    }

    private String name(int depth) {
        String name = "c" + random.nextInt(8);
        return switch (random.nextInt(14)) {
            case 0 -> "\\" + name;
            case 1 -> "'" + name + "'";
            case 2 -> "c\"" + name.charAt(1) + "\"";
            case 3 -> "$'\\x63'" + name.charAt(1);
            case 4 -> depth < MAX_DEPTH ? "$(printf " + name + ")" : name;
            case 5 -> "c\\\n" + name.charAt(1);
            default -> name;
        };
    }

    private String redirection() {
        if (random.nextInt(5) != 0) {
            return "";
        }
        return " "
                + pick(
                        List.of(
                                ">out",
                                ">> out",
                                "2>&1",
                                "2>/dev/null",
                                "</dev/null",
                                "&>out",
                                ">|out",
                                ">&2",
                                "3>&1",
                                "< a.txt",
                                "> \"o$x\"ut",
                                "<&-",
                                "&>>out",
                                "2>>out >&2",
                                "> >(c6 sub)",
                                "< <(c7 sub)",
                                "<<<text",
                                "3<a.txt"));
    }
}
