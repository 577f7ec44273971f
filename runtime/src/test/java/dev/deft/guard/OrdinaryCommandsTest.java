package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Action;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Several hundred everyday commands of developers, under rules that allow reading.
class OrdinaryCommandsTest {

    private static final double NEEDLESS = 0.05;

    private static final RuleBook READING =
            new RuleBook(
                    Stream.concat(
                                    Stream.of("allow fs.read **"),
                                    Stream.of(
                                                    "git status",
                                                    "git log",
                                                    "git diff",
                                                    "git show",
                                                    "git blame",
                                                    "git branch",
                                                    "git tag -l",
                                                    "git remote -v",
                                                    "git remote show",
                                                    "git rev-parse",
                                                    "git ls-files",
                                                    "git ls-tree",
                                                    "git describe",
                                                    "git shortlog",
                                                    "git reflog",
                                                    "git stash list",
                                                    "git config --get",
                                                    "git config --list",
                                                    "git grep",
                                                    "git cat-file",
                                                    "git merge-base",
                                                    "git rev-list",
                                                    "git check-ignore",
                                                    "git --no-pager log",
                                                    "ls",
                                                    "cat",
                                                    "head",
                                                    "tail",
                                                    "wc",
                                                    "find",
                                                    "grep",
                                                    "rg",
                                                    "sort",
                                                    "uniq",
                                                    "cut",
                                                    "awk",
                                                    "sed",
                                                    "tr",
                                                    "jq",
                                                    "diff",
                                                    "comm",
                                                    "cmp",
                                                    "stat",
                                                    "file",
                                                    "du",
                                                    "df",
                                                    "pwd",
                                                    "whoami",
                                                    "id",
                                                    "uname",
                                                    "date",
                                                    "echo",
                                                    "printf",
                                                    "which",
                                                    "type",
                                                    "basename",
                                                    "dirname",
                                                    "realpath",
                                                    "readlink",
                                                    "env",
                                                    "tree",
                                                    "ps",
                                                    "nproc",
                                                    "free",
                                                    "uptime",
                                                    "seq",
                                                    "sha256sum",
                                                    "md5sum",
                                                    "od",
                                                    "hexdump",
                                                    "strings",
                                                    "nl",
                                                    "tac",
                                                    "rev",
                                                    "paste",
                                                    "column",
                                                    "fold",
                                                    "true",
                                                    "test",
                                                    "cd",
                                                    "read",
                                                    "sleep",
                                                    "docker ps",
                                                    "docker images",
                                                    "docker logs",
                                                    "docker inspect",
                                                    "docker version",
                                                    "kubectl get",
                                                    "kubectl describe",
                                                    "kubectl logs",
                                                    "npm ls",
                                                    "npm view",
                                                    "npm outdated",
                                                    "pip list",
                                                    "pip show",
                                                    "pip freeze",
                                                    "cargo tree",
                                                    "cargo metadata",
                                                    "go list",
                                                    "go version",
                                                    "go env")
                                            .map(it -> "allow bash " + it + " *"))
                            .map(it -> Rule.parse(Scope.MANIFEST, it))
                            .toList());

    private static final List<String> EXACT =
            List.of(
                    "git tag",
                    "java -version",
                    "javac -version",
                    "node --version",
                    "python3 --version",
                    "mvn -v",
                    "npm -v",
                    "docker --version",
                    "rustc --version",
                    "gcc --version",
                    "git --version",
                    "mvn --version",
                    "cargo --version");

    private static RuleBook rules() {
        List<Rule> all = new ArrayList<>(READING.list());
        EXACT.forEach(it -> all.add(Rule.parse(Scope.MANIFEST, "allow bash " + it)));
        return new RuleBook(all);
    }

    private record Ordinary(Action expected, String script) {}

    private static List<Ordinary> commands() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        OrdinaryCommandsTest.class.getResourceAsStream("ordinary-commands.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("\n\n", -1))
                    .map(String::strip)
                    .filter(it -> !it.isEmpty() && !it.startsWith("#"))
                    .map(it -> it.split(": ", 2))
                    .map(it -> new Ordinary(Rule.action(it[0]), it[1]))
                    .toList();
        }
    }

    private static List<String> decided(Action expected, Action decided) throws IOException {
        RuleBook rules = rules();
        return commands().stream()
                .filter(it -> it.expected() == expected)
                .map(Ordinary::script)
                .filter(it -> rules.decide("bash", Touch.running(it)).action() == decided)
                .toList();
    }

    @Test
    void areMoreThanFiveHundred() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(500);
    }

    @Test
    void areRarelyAskedAboutNeedlessly() throws IOException {
        List<String> asked = decided(Action.ALLOW, Action.ASK);

        assertThat(asked.size())
                .as("asked about: %s", asked)
                .isLessThanOrEqualTo((int) (commands().size() * NEEDLESS));
    }

    @Test
    void areNeverAllowedIfTheyWriteOrExecute() throws IOException {
        assertThat(decided(Action.ASK, Action.ALLOW)).isEmpty();
    }
}
