package dev.deft.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Runs scripts with bash and records the commands that it ran, with their words.
final class BashJudge {

    /// Seconds for one batch; then `timeout` kills the process group, and the commands that ran by
    /// then count.
    private static final String TIMEOUT = "30";

    /// A user id that nothing else uses.
    private static final String NOBODY = "64321";

    private static final String FIRST = "\001";
    private static final String LAST = "\002";

    private final Path directory;

    BashJudge(Path directory) throws IOException {
        this.directory = directory;
        var functions = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            String logs =
                    "printf '%%s\\0' $'\\001'\"$#\" c%d \"$@\" $'\\002' >&9 2>/dev/null"
                            .formatted(i);
            functions.append("c%d() { %s; return %d; }\n".formatted(i, logs, i < 5 ? 0 : 1));
            Path stub = directory.resolve("bin/c" + i);
            Files.createDirectories(stub.getParent());
            Files.writeString(stub, "#!/bin/bash\n" + logs + "\n");
            Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        program("bin/e0", "e0");
        program("evil/e0", "evil");
        Files.writeString(directory.resolve("functions.sh"), functions);
        Files.createDirectories(directory.resolve("work"));
        Files.writeString(directory.resolve("work/a.txt"), "one\n");
        Files.writeString(directory.resolve("work/b.txt"), "two\n");
        Files.writeString(
                directory.resolve("drive.sh"),
                """
                ulimit -u 5000
                source ../functions.sh
                FUNCNEST=4
                ulimit -t 5
                for script in "$1"/*.sh; do
                  ( exec 9>>"${script%.sh}.log" </dev/null >/dev/null 2>&1; set -- one two; source "$script"; wait ) &
                  wait $!
                done
                exit 0
                """);
    }

    /// Creates a program that no function shadows.
    private void program(String path, String name) throws IOException {
        Path program = directory.resolve(path);
        Files.createDirectories(program.getParent());
        Files.writeString(
                program,
                "#!/bin/bash\nprintf '%%s\\0' $'\\001'\"$#\" %s \"$@\" $'\\002' >&9 2>/dev/null\n"
                        .formatted(name));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// The commands that bash ran, for each script.
    List<List<List<String>>> run(List<String> scripts, String batch)
            throws IOException, InterruptedException {
        Path here = Files.createDirectories(directory.resolve(batch));
        for (int i = 0; i < scripts.size(); i++) {
            Files.writeString(here.resolve("%06d.sh".formatted(i)), scripts.get(i));
        }
        var builder = new ProcessBuilder(command(here));
        builder.directory(directory.resolve("work").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", directory.resolve("bin") + ":/usr/bin:/bin");
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", "/nonexistent");
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        process.waitFor();
        List<List<List<String>>> ran = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            Path log = here.resolve("%06d.log".formatted(i));
            ran.add(Files.exists(log) ? calls(Files.readAllBytes(log)) : List.of());
        }
        return ran;
    }

    /// Runs bash as an unprivileged user: the limit of processes does not apply to root, and
    /// generated scripts may fork without end.
    private List<String> command(Path batch) throws IOException {
        List<String> command = new ArrayList<>(List.of("timeout", "-s", "KILL", TIMEOUT));
        if (System.getProperty("user.name").equals("root")) {
            for (Path shared :
                    List.of(
                            directory,
                            directory.resolve("work"),
                            directory.resolve("bin"),
                            batch)) {
                Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            command.addAll(
                    List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
        }
        command.addAll(List.of("bash", directory.resolve("drive.sh").toString(), batch.toString()));
        return command;
    }

    /// A call with many words is written in several pieces, which may mix with those of another
    /// call: only complete records count.
    private static List<List<String>> calls(byte[] log) {
        List<String> fields = List.of(new String(log, StandardCharsets.UTF_8).split("\0", -1));
        List<List<String>> calls = new ArrayList<>();
        int at = 0;
        while (at < fields.size()) {
            int end = at + 1;
            while (end < fields.size() && !fields.get(end).contains(FIRST)) {
                end++;
            }
            List<String> words = fields.subList(at + 1, end);
            int last = words.indexOf(LAST);
            if (last >= 0 && fields.get(at).equals(FIRST + (last - 1))) {
                calls.add(words.subList(0, last));
            }
            at = end;
        }
        return calls;
    }
}
