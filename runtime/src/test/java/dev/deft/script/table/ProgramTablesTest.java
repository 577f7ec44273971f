package dev.deft.script.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The tables of programs, compared with the programs that are installed here.
class ProgramTablesTest {

    /// An option at the start of a line, up to two blanks or the end.
    private static final Pattern HEAD = Pattern.compile("(?m)^\\s+(-\\S(?:\\S| (?! ))*)");

    private static final Pattern NAME = Pattern.compile("(?<![\\w<\\[=.:-])--?[A-Za-z0-9][\\w.-]*");

    private static final Pattern WORD = Pattern.compile("(?<![\\w-])-[a-zA-Z][\\w-]*");

    /// Placeholders in a help text: a number, the end of a range, kinds of formats, a property that
    /// means the same as an option.
    private static final Pattern PLACEHOLDER =
            Pattern.compile("-(NUM|num|n?[02-9]+|M|-[A-Z]+-.*|D[a-z]+[.].*)");

    private static final Pattern SUSPICIOUS =
            Pattern.compile(
                    "--?(ext-diff|textconv|exec|execute|upload-pack|receive-pack|script-shell"
                            + "|compress-program|pre|pager|editor|config|config-file|init-script"
                            + "|settings|output|output-file|log-file|log|prefix|directory"
                            + "|kubeconfig|manifest-path|target-dir|delete|force|hard|in-place"
                            + "|eval|require|import|loader|plugin|gpg-sign|edit|interactive)");

    /// The same names with another meaning.
    private static final Pattern HARMLESS =
            Pattern.compile(
                    "docker .* --interactive|kubectl .* --(output|prefix)|pip .* --pre"
                            + "|(cargo tree|git archive|git rev-parse) --prefix|find -exec"
                            + "|(ls|git ls-files) --directory|(df|prlimit|stdbuf) --output"
                            + "|(script|tsc) --force|tr --delete|git (merge|pull) --log"
                            + "|xargs --interactive|fmt --prefix|watch --exec");

    /// Programs that print their help quickly, with their sub-commands.
    private static final List<String> FAST =
            List.of(
                    "ls",
                    "cat",
                    "head",
                    "tail",
                    "wc",
                    "cut",
                    "tr",
                    "nl",
                    "fold",
                    "fmt",
                    "paste",
                    "join",
                    "comm",
                    "tac",
                    "od",
                    "stat",
                    "du",
                    "df",
                    "uname",
                    "id",
                    "cmp",
                    "grep",
                    "hexdump",
                    "column",
                    "md5sum",
                    "sha256sum",
                    "cksum",
                    "realpath",
                    "readlink",
                    "seq",
                    "sort",
                    "uniq",
                    "shuf",
                    "tee",
                    "date",
                    "diff",
                    "file",
                    "sed",
                    "xargs",
                    "env",
                    "nice",
                    "timeout",
                    "stdbuf",
                    "chroot",
                    "setsid",
                    "setpriv",
                    "prlimit",
                    "chrt",
                    "taskset",
                    "ionice",
                    "flock",
                    "unshare",
                    "nsenter",
                    "script",
                    "rg",
                    "tar",
                    "make",
                    "node",
                    "jq",
                    "docker",
                    "docker ps",
                    "docker run",
                    "docker exec",
                    "cargo",
                    "cargo test",
                    "cargo build",
                    "cargo check",
                    "cargo run",
                    "cargo tree",
                    "cargo metadata",
                    "cargo doc",
                    "kubectl get",
                    "kubectl logs");

    private static final List<String> SLOW =
            List.of(
                    "mvn",
                    "pytest",
                    "pip",
                    "pip list",
                    "pip show",
                    "pip freeze",
                    "pip install",
                    "pip check",
                    "cargo bench",
                    "cargo update",
                    "cargo add",
                    "cargo fetch",
                    "cargo clean",
                    "cargo search",
                    "kubectl describe",
                    "kubectl explain",
                    "kubectl version",
                    "kubectl top pod",
                    "kubectl apply",
                    "kubectl delete",
                    "docker logs",
                    "docker images",
                    "docker inspect",
                    "docker stats",
                    "docker build",
                    "docker container ls",
                    "docker volume ls",
                    "docker system df");

    @TempDir Path directory;

    @Test
    void areAllWellFormed() throws IOException {
        assertThat(programs()).hasSizeGreaterThan(80);
        for (String program : programs()) {
            ProgramTable table = CommandTable.standard().table(program).orElseThrow();
            assertThat(table.names()).as(program).contains(program);
            for (String section : table.names()) {
                assertThat(table.usage(section)).as(section).isPresent();
                assertThat(section.contains(" ") ? section : program + " ")
                        .startsWith(program + " ");
            }
        }
    }

    /// These names mean the same everywhere, which reveals mistakes in a table.
    @Test
    void takeNoOptionForHarmlessThatWritesOrRunsInOtherPrograms() throws IOException {
        List<String> mistakes = new ArrayList<>();
        for (String program : programs()) {
            ProgramTable table = CommandTable.standard().table(program).orElseThrow();
            for (String section : table.names()) {
                ProgramUsage usage = table.usage(section).orElseThrow();
                usage.names().stream()
                        .filter(it -> SUSPICIOUS.matcher(it).matches())
                        .filter(it -> !usage.option(it).orElseThrow().effect().isDangerous())
                        .map(it -> section + " " + it)
                        .filter(it -> !HARMLESS.matcher(it).matches())
                        .forEach(mistakes::add);
            }
        }
        assertThat(mistakes).isEmpty();
    }

    private static List<String> programs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(resource("programs")))) {
            return files.map(it -> it.getFileName().toString().replace(".txt", "")).toList();
        }
    }

    private static URI resource(String name) {
        try {
            return Objects.requireNonNull(CommandTable.class.getResource(name)).toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> classifyEveryOptionInTheHelp() {
        return FAST.stream().map(it -> dynamicTest(it, () -> classified(it)));
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> classifyEveryOptionInTheHelpOfSlowPrograms() {
        return SLOW.stream().map(it -> dynamicTest(it, () -> classified(it)));
    }

    private void classified(String command) throws Exception {
        assumeTrue(isInstalled(command), () -> command + " is not installed here");
        String help = output(command + " --help");
        var names = new TreeSet<String>();
        HEAD.matcher(help)
                .results()
                .map(it -> it.group(1))
                .flatMap(it -> NAME.matcher(it).results())
                .map(MatchResult::group)
                .forEach(names::add);
        assertThat(names).as("options of %s", command).isNotEmpty();
        assertThat(unknown(command, names)).as("options of %s", command).isEmpty();
    }

    private static List<String> unknown(String command, Iterable<String> names) {
        var table = CommandTable.standard();
        ProgramUsage usage = table.section(command).orElseThrow();
        List<String> unknown = new ArrayList<>();
        for (String name : names) {
            String plain = name.replaceFirst("[.]+$", "");
            if (usage.option(plain).isEmpty() && !PLACEHOLDER.matcher(plain).matches()) {
                unknown.add(plain);
            }
        }
        return unknown;
    }

    @Test
    void classifyEveryPartOfAnExpressionOfFind() throws Exception {
        assumeTrue(isInstalled("find"), "find is not installed here");
        List<String> words =
                WORD.matcher(output("find --help").replaceAll("(?m)^(?! ).*", ""))
                        .results()
                        .map(MatchResult::group)
                        .filter(it -> !it.equals("-newerXY") && !it.equals("-Olevel"))
                        .toList();

        assertThat(words).hasSizeGreaterThan(50);
        assertThat(unknown("find", words)).isEmpty();
    }

    @Test
    void classifyEveryOptionOfGit() throws Exception {
        assumeTrue(isInstalled("git"), "git is not installed here");
        output("git init -q .");
        ProgramTable table = CommandTable.standard().table("git").orElseThrow();
        for (String command : table.names()) {
            if (command.split(" ", -1).length != 2) {
                continue;
            }
            var names = new TreeSet<String>();
            Stream.of(output(command + " --git-completion-helper-all").split("\\s+", -1))
                    .filter(it -> it.matches("--(?!git-completion)[a-z].*"))
                    .map(it -> it.replaceFirst("=.*", ""))
                    .forEach(names::add);
            Pattern.compile("(?m)^ {4}(-\\w)(?=[, \\[<]|$)")
                    .matcher(output(command + " -h"))
                    .results()
                    .map(it -> it.group(1))
                    .forEach(names::add);
            assertThat(unknown(command, names)).as(command).isEmpty();
        }
    }

    @Test
    void classifyEverySettingOfNpm() throws Exception {
        assumeTrue(isInstalled("npm"), "npm is not installed here");
        List<String> names =
                Pattern.compile("(?m)^([a-z][a-z0-9.-]*) = ")
                        .matcher(output("npm config ls -l --userconfig=./a --globalconfig=./b"))
                        .results()
                        .map(it -> "--" + it.group(1))
                        .filter(it -> !it.equals("--node-version") && !it.equals("--npm-version"))
                        .toList();

        assertThat(names).hasSizeGreaterThan(100);
        assertThat(unknown("npm", names)).isEmpty();
        assertThat(unknown("npx", names)).isEmpty();
    }

    private static boolean isInstalled(String command) {
        String program = command.replaceFirst(" .*", "");
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(it -> Files.isExecutable(Path.of(it, program)));
    }

    private String output(String command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("sh", "-c", command + " </dev/null 2>&1");
        builder.directory(directory.toFile());
        builder.environment().put("COLUMNS", "300");
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PAGER", "cat");
        builder.environment().put("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
