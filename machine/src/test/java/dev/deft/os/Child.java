package dev.deft.os;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.host.Bytes;
import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import dev.deft.os.change.ChangeRecorder;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What other processes do in the tests: the first argument says what, the second where.
final class Child {

    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    private Child() {}

    /// A process that runs this class; it sees no locale but the one given.
    static ProcessBuilder process(String locale, Object... arguments) {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(
                List.of(
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(it -> it.equals("LANG") || it.startsWith("LC_"));
        builder.environment().put("LC_ALL", locale);
        return builder;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (WorkspaceTree workspace = WorkspaceTree.open(arguments[1], Map.of());
                OsFiles files =
                        workspace.files(
                                PathScope.EVERYTHING, new KnownFiles(), ChangeRecorder.NONE)) {
            switch (arguments[0]) {
                case "count" -> count(files, Integer.parseInt(arguments[2]));
                case "churn" -> churn(files, Integer.parseInt(arguments[2]));
                case "names" -> names(files);
                case "replace" -> OUT.println(replaced(files, arguments));
                case "load" -> OUT.println(loaded(files, arguments[2]));
                case "forbidden" -> forbidden(files).forEach(OUT::println);
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /// Adds one to the number in a file, many times.
    private static void count(OsFiles files, int times) throws IOException, InterruptedException {
        WorkspacePath file = files.resolve("n.txt");
        for (int i = 0; i < times; i++) {
            files.change(
                    List.of(file),
                    current -> {
                        Bytes now = current.values().iterator().next().content().orElseThrow();
                        int next = Integer.parseInt(now.text(UTF_8)) + 1;
                        return Map.of(file, Optional.of(Bytes.of(Integer.toString(next))));
                    });
        }
    }

    /// Gives three files the same new content and makes and deletes a fourth, until killed. Says so
    /// each time.
    private static void churn(OsFiles files, int start) throws IOException, InterruptedException {
        List<WorkspacePath> paths =
                List.of(files.resolve("a"), files.resolve("b"), files.resolve("c/c"));
        WorkspacePath coming = files.resolve("d/going");
        for (int i = start; ; i++) {
            Optional<Bytes> content = Optional.of(Bytes.of((i + " ").repeat(2_000)));
            files.change(
                    paths,
                    _ ->
                            Map.of(
                                    paths.get(0), content,
                                    paths.get(1), content,
                                    paths.get(2), content));
            OUT.println(i);
            files.change(List.of(coming), _ -> Map.of(coming, content));
            files.delete(coming);
        }
    }

    /// Gives files new content in one change.
    ///
    /// @param arguments the paths, from the third on
    private static String replaced(OsFiles files, String... arguments)
            throws IOException, InterruptedException {
        try {
            Map<WorkspacePath, Optional<Bytes>> wanted = new LinkedHashMap<>();
            for (int i = 2; i < arguments.length; i++) {
                wanted.put(files.resolve(arguments[i]), Optional.of(Bytes.of("new")));
            }
            files.change(List.copyOf(wanted.keySet()), _ -> wanted);
            return "done";
        } catch (HostException e) {
            return Bench.refusal(e);
        }
    }

    private static String loaded(OsFiles files, String path) throws IOException {
        try {
            return files.load(files.resolve(path), 100).text(UTF_8);
        } catch (HostException e) {
            return Bench.refusal(e);
        }
    }

    /// Reads and writes files whose names are not ASCII, and says what it sees.
    private static void names(OsFiles files) throws IOException, InterruptedException {
        WorkspacePath made = files.resolve("größe/日本.txt");
        files.change(List.of(made), _ -> Map.of(made, Optional.of(Bytes.of("made"))));
        OUT.println(files.load(files.resolve("übung.txt"), 100).text(UTF_8));
        for (FileInfo info : files.list(files.resolve("."))) {
            OUT.println(info.name());
        }
    }

    /// Tries what an ordinary user may not do.
    ///
    /// @return what it was told
    static List<String> forbidden(OsFiles files) throws IOException, InterruptedException {
        var said = new ArrayList<String>();
        for (String path : List.of("locked/a.txt", "locked/new.txt", "fixed.txt")) {
            WorkspacePath file = files.resolve(path);
            try {
                files.change(List.of(file), _ -> Map.of(file, Optional.of(Bytes.of("bad"))));
            } catch (HostException e) {
                said.add(Bench.refusal(e));
            }
        }
        try {
            files.load(files.resolve("secret.txt"), 100);
        } catch (HostException e) {
            said.add(Bench.refusal(e));
        }
        return said;
    }
}
