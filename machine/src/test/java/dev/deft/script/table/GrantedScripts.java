package dev.deft.script.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Makes scripts that are mostly what a grant names: ordinary command lines with further options of
/// the program's own table, other values, variables, expansions and wrappers.
final class GrantedScripts {

    /// What a table says, and what an attacker would say.
    private static final List<String> WORDS =
            List.of(
                    "a.txt",
                    "b.txt",
                    "d",
                    ".",
                    "1",
                    "3",
                    "main",
                    "HEAD",
                    "one",
                    "x",
                    "-",
                    "''",
                    "a.txt",
                    "'*.txt'",
                    "pwned",
                    "./evil",
                    "-o",
                    "-delete",
                    "--output=pwned",
                    "--",
                    "--pre=./evil",
                    "-exec",
                    "'touch pwned'",
                    "%h",
                    "never",
                    "-v",
                    "HEAD~1",
                    "/dev/null",
                    "+1",
                    "=",
                    "sub");

    private static final List<String> UNKNOWN =
            List.of(
                    "\"$x\"",
                    "$x",
                    "./\"$x\"",
                    "./$x",
                    "a$x",
                    "\"${a[@]}\"",
                    "$(cat list)",
                    "*",
                    "./*",
                    "{a.txt,b.txt}",
                    "\"$@\"",
                    "--format=$x",
                    "\"-$x\"",
                    "~",
                    "$((1+1))",
                    "${x:-a.txt}",
                    "\"$(cat list)\"",
                    "--output=\"$x\"",
                    "-n\"$x\"",
                    "$#",
                    "b.tx?",
                    "-*",
                    "\"$HOME\"");

    private static final List<String> SETTINGS =
            List.of(
                    "x=a.txt; ",
                    "x='-o pwned'; ",
                    "x=--output=pwned; ",
                    "x=--pre=./evil; ",
                    "x=-delete; ",
                    "x='a.txt -delete'; ",
                    "x=-O./evil; ",
                    "a=(-o pwned); ",
                    "a=(a.txt b.txt); ",
                    "set -- -o pwned; ",
                    "set -- a.txt; ",
                    "x=HEAD; ",
                    "export x=d; ",
                    "x=; ");

    private static final List<String> WRAPPERS =
            List.of(
                    "timeout 5 ",
                    "timeout -k 1 5 ",
                    "nice -5 ",
                    "nice -n 5 ",
                    "nice ",
                    "env ",
                    "env A=1 ",
                    "env -i ",
                    "env -u A ",
                    "nohup ",
                    "stdbuf -oL ",
                    "command ",
                    "exec ",
                    "setsid -w ",
                    "time ",
                    "ionice -c 3 ",
                    "prlimit --nofile=64 ",
                    "taskset -c 0 ",
                    "chrt -o 0 ",
                    "! ",
                    "builtin ",
                    "echo a.txt | xargs ",
                    "echo -o pwned | xargs ",
                    "echo a.txt | xargs -I{} ",
                    "echo pwned | xargs -n 1 ",
                    "cat list | xargs -i ",
                    "cat list | xargs -l1 ",
                    "prlimit -n64 ",
                    "env - ",
                    "exec -a git-init ",
                    "xargs -a list ");

    /// Percent of the scripts for a program that takes a second to start.
    private static final int DEAR = 6;

    private final Random random;
    private final List<Grant> grants;

    GrantedScripts(long seed, List<Grant> grants) {
        this.random = new Random(seed);
        this.grants = grants;
    }

    String script() {
        String script = command();
        if (chance(12)) {
            script =
                    pick(List.of("%s | %s", "%s && %s", "%s; %s", "%s || %s", "%s\n%s"))
                            .formatted(script.replace("%", "%%"), "%s")
                            .formatted(command());
        }
        if (chance(8)) {
            script =
                    pick(List.of(
                                    "for x in *; do @; done",
                                    "for x in a.txt b.txt; do @; done",
                                    "f() { @; }; f -o pwned",
                                    "f() { @; }; f a.txt",
                                    "if @; then @; fi",
                                    "( @ )",
                                    "{ @; } 2>/dev/null",
                                    "echo \"$(@)\"",
                                    "cat list | while read -r x; do @; done",
                                    "cat < <(@)",
                                    "bash -c '@'",
                                    "eval \"@\"",
                                    "[ -n \"$(@)\" ] && @"))
                            .replace("@", script.replace("\\", "\\\\"));
        }
        return chance(25) ? pick(SETTINGS) + script : script;
    }

    private String command() {
        Grant grant = pick(grants);
        if (grant.words().startsWith("npm") && !chance(DEAR)) {
            return command();
        }
        List<String> words = split(pick(grant.lines()));
        int name = split(grant.words()).size();
        List<ProgramOption> options = options(grant);
        for (int i = random.nextInt(3); i > 0 && !options.isEmpty(); i--) {
            words.addAll(at(words, name), spelled(pick(options)));
        }
        if (chance(15) && !options.isEmpty()) {
            words.addAll(at(words, name), hidden(pick(options), grant));
        }
        if (chance(30)) {
            words.add(at(words, name), chance(50) ? pick(UNKNOWN) : pick(WORDS));
        }
        if (chance(10) && words.size() > name) {
            words.remove(name + random.nextInt(words.size() - name));
        }
        String wrapper = chance(12) ? pick(WRAPPERS) : "";
        return wrapper + quoted(words);
    }

    private int at(List<String> words, int name) {
        return name + random.nextInt(words.size() - name + 1);
    }

    /// Mostly harmless ones: a script that is asked about is not run.
    private List<ProgramOption> options(Grant grant) {
        ProgramUsage usage = usage(grant.words());
        boolean any = chance(15);
        return usage.names().stream()
                .sorted()
                .flatMap(it -> usage.option(it).stream())
                .filter(it -> any || !it.effect().isDangerous())
                .filter(it -> !(grant.words().equals("shuf") && it.name().equals("-r")))
                .filter(it -> !it.name().matches("(?i)--?(f|follow|retry|batch.*|stdin.*|repeat)"))
                .toList();
    }

    /// An option that does harm where another one takes what looks like the end of the options.
    private List<String> hidden(ProgramOption option, Grant grant) {
        ProgramUsage usage = usage(grant.words());
        List<ProgramOption> harmful =
                usage.names().stream()
                        .sorted()
                        .flatMap(it -> usage.option(it).stream())
                        .filter(it ->
                                it.effect().isDangerous() && it.form() != ProgramOption.Form.UNTIL)
                        .toList();
        List<String> words = new ArrayList<>(List.of(option.name().replace("-#", "-1"), "--"));
        if (!harmful.isEmpty()) {
            ProgramOption harm = pick(harmful);
            boolean joined = harm.takesAttached() && harm.name().startsWith("--");
            words.add(joined ? harm.name() + "=pwned" : harm.name());
            if (harm.takesAttached() && !joined) {
                words.add("pwned");
            }
        }
        return words;
    }

    private static ProgramUsage usage(String words) {
        var table = CommandTable.standard();
        List<String> parts = split(words);
        String path = parts.getFirst();
        for (String part : parts.subList(1, parts.size())) {
            path = table.section(path + " " + part).isPresent() ? path + " " + part : path;
        }
        return table.usage(path).openOptions() || path.contains(" ")
                ? table.section(path).orElse(ProgramUsage.UNKNOWN)
                : table.usage(path);
    }

    private List<String> spelled(ProgramOption option) {
        String name = option.name().equals("-#") ? "-" + (1 + random.nextInt(9)) : option.name();
        List<String> words = new ArrayList<>();
        boolean takes = option.takesAttached() && !option.form().equals(ProgramOption.Form.UNTIL);
        if (chance(4) && name.length() > 6) {
            name = name.substring(0, name.length() - 1 - random.nextInt(3));
        }
        if (takes ? chance(35) : chance(3)) {
            boolean equals = name.startsWith("--") || chance(10);
            words.add(name + (equals ? "=" : "") + value());
        } else {
            words.add(name);
            for (int i = 0; i < option.values() && !chance(5); i++) {
                words.add(value());
            }
        }
        return words;
    }

    private String value() {
        return chance(10) ? pick(UNKNOWN) : pick(WORDS);
    }

    private String quoted(List<String> words) {
        return words.stream()
                .map(it -> chance(3) && it.matches("[A-Za-z0-9=./-]+") ? other(it) : it)
                .collect(Collectors.joining(" "));
    }

    private String other(String word) {
        int cut = random.nextInt(word.length());
        return pick(
                List.of(
                        "'" + word + "'",
                        "\"" + word + "\"",
                        word.substring(0, cut) + "''" + word.substring(cut),
                        "$'" + word + "'",
                        word.substring(0, cut) + "\\" + word.substring(cut)));
    }

    /// At blanks outside quotes.
    private static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            quoted ^= c == '\'';
            if (c == ' ' && !quoted) {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
