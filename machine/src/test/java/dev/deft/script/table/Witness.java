package dev.deft.script.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs scripts in a workspace full of traps and tells what each of them did: what it executed,
/// wrote, connected to, or signalled, as the system calls say.
final class Witness {

    private static final String CALLS =
            "execve,execveat,openat,open,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,"
                    + "mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,chmod,fchmod,fchmodat,chown,"
                    + "fchown,lchown,fchownat,truncate,mknod,mknodat,utimensat,connect,bind,kill,tkill,"
                    + "tgkill,settimeofday,clock_settime";

    /// A number nothing else runs under.
    private static final String NOBODY = "64321";

    private static final Pattern LINE = Pattern.compile("(\\d+) +(\\w+)\\((.*)");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)");
    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern OPENED = Pattern.compile("= \\d+<(.*)>$");
    private static final Pattern FAILED = Pattern.compile("= -1 (?!EINPROGRESS|ECONNREFUSED)");

    private final Path directory;
    private final Map<String, String> environment;

    Witness(Path directory, Map<String, String> environment) {
        this.directory = directory;
        this.environment = environment;
    }

    /// One thing that was done, `what` being `run`, `write`, `connect` or `signal`.
    record Deed(String what, String object) {}

    static boolean isAvailable() {
        return Files.isExecutable(Path.of("/usr/bin/strace"))
                && Files.isExecutable(Path.of("/usr/bin/setpriv"));
    }

    /// What each script did, in turn. All of them run in the same fresh workspace.
    List<List<Deed>> watch(List<String> scripts, String batch)
            throws IOException, InterruptedException {
        Path here = Files.createDirectories(directory.resolve(batch));
        Files.createDirectories(here.resolve("scripts"));
        for (int i = 0; i < scripts.size(); i++) {
            Files.writeString(here.resolve("scripts/%06d.sh".formatted(i)), scripts.get(i) + "\n");
        }
        run(here, traps());
        Path trace = here.resolve("trace");
        run(
                here,
                """
                cd work
                for script in ../scripts/*.sh; do
                  timeout -s KILL 4 bash "$script" </dev/null >/dev/null 2>&1
                done
                """,
                List.of(
                        "strace",
                        "-f",
                        "-y",
                        "--seccomp-bpf",
                        "-qq",
                        "-s",
                        "300",
                        "-o",
                        trace.toString(),
                        "-e",
                        "trace=" + CALLS,
                        "-e",
                        "signal=none"));
        List<String> lines = Files.readAllLines(trace, StandardCharsets.ISO_8859_1);
        new ProcessBuilder("rm", "-rf", here.toString()).start().waitFor();
        return deeds(lines, scripts.size());
    }

    private void run(Path here, String script) throws IOException, InterruptedException {
        run(here, script, List.of());
    }

    private void run(Path here, String script, List<String> tracer)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            for (Path shared : List.of(directory, here, here.resolve("scripts"))) {
                Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            command.addAll(
                    List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
        }
        command.addAll(tracer);
        command.addAll(List.of("bash", "-c", script));
        var builder = new ProcessBuilder(command);
        builder.directory(here.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("HOME", here.resolve("home").toString());
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        builder.redirectErrorStream(true);
        builder.redirectOutput(here.resolve("said").toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.start().waitFor();
    }

    /// A workspace in which what could be obeyed is hostile. Scripts of the workspace, hooks,
    /// filters and drivers of diffs are part of what a grant for npm, make or git means.
    private static String traps() {
        return """
        umask 0
        mkdir -p home work/d work/sub && cd work
        printf 'one\\ntwo:2\\nthree\\n' >a.txt; printf 'one\\nfour\\n' >b.txt; echo x >d/c.txt
        echo '-o pwned --output=pwned' >list
        for it in evil touch ls git sh cat cat.exe npm node; do
          printf '#!/bin/sh\\necho caught >pwned-%s\\n' $it >$it; chmod +x $it
        done
        tar cf a.tar a.txt
        diff -u a.txt b.txt >p.diff
        echo '{"name":"x","version":"1.0.0","scripts":{"test":"echo tested"}}' >package.json
        echo update-notifier=false >../home/.npmrc
        echo --pre=./evil >.ripgreprc; cp .ripgreprc ../home
        printf 'test:\\n\\t@echo tested\\npwned:\\n\\ttouch pwned\\n' >Makefile
        export GIT_CONFIG_COUNT=0
        git init -q -b main . && git config user.name me && git config user.email me@example.org
        git add a.txt b.txt d && git commit -qm one && echo more >>a.txt && git commit -qam two
        cat >>.git/config <<'E'
        [core]
            fsmonitor = ./evil
            pager = ./evil
            editor = ./evil
            sshCommand = ./evil
        [gpg]
            program = ./evil
        [alias]
            st = !./evil
        [remote "origin"]
            url = ssh://localhost/x
        [tar "tar.gz"]
            command = ./evil
        [pager]
            log = ./evil
            branch = ./evil
            tag = ./evil
        E
        git init -q --bare sub/bare; cp .git/config sub/bare/config
        for it in -o -delete --output=pwned --pre=./evil; do : >"./$it"; done
        """;
    }

    private static List<List<Deed>> deeds(List<String> lines, int scripts) {
        List<List<Deed>> all = new ArrayList<>();
        for (int i = 0; i < scripts; i++) {
            all.add(new ArrayList<>());
        }
        int current = -1;
        Map<String, String> begun = new HashMap<>();
        Set<String> watches = new HashSet<>();
        Set<String> timers = new HashSet<>();
        for (String line : lines) {
            Matcher resumed = RESUMED.matcher(line);
            String whole = line;
            if (resumed.matches()) {
                whole = begun.getOrDefault(resumed.group(1), "") + resumed.group(2);
            } else if (line.endsWith(" <unfinished ...>")) {
                String pid = line.substring(0, line.indexOf(' '));
                begun.put(pid, line.substring(0, line.length() - " <unfinished ...>".length()));
                continue;
            }
            Matcher call = LINE.matcher(whole);
            if (!call.matches() || FAILED.matcher(whole).find()) {
                continue;
            }
            Matcher script = Pattern.compile("\"\\.\\./scripts/(\\d+)\\.sh\"\\]").matcher(whole);
            if (call.group(2).equals("execve") && script.find()) {
                current = Integer.parseInt(script.group(1));
                if (whole.contains("bin/timeout\"")) {
                    watches.add(call.group(1));
                }
            } else if (current >= 0
                    && !watches.contains(call.group(1))
                    && !(call.group(2).contains("kill") && timers.contains(call.group(1)))) {
                if (call.group(3).startsWith("\"/usr/bin/timeout\"")) {
                    timers.add(call.group(1));
                }
                deed(call.group(1), call.group(2), call.group(3), all.get(current));
            }
        }
        return all;
    }

    private static void deed(String pid, String call, String rest, List<Deed> deeds) {
        switch (call) {
            case "execve", "execveat" -> deeds.add(new Deed("run", string(rest)));
            case "open", "openat", "openat2" -> {
                if (!rest.contains("O_TMPFILE")
                        && rest.matches(".*\\b(O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND)\\b.*")) {
                    Matcher opened = OPENED.matcher(rest);
                    deeds.add(new Deed("write", opened.find() ? opened.group(1) : string(rest)));
                }
            }
            case "connect", "bind" -> {
                if (rest.matches(".*(AF_INET|AF_UNIX).*") && !rest.contains("/nscd/")) {
                    deeds.add(new Deed("connect", rest));
                }
            }
            case "kill", "tkill", "tgkill" -> {
                if (!rest.startsWith(pid + ",")) {
                    deeds.add(new Deed("signal", rest));
                }
            }
            case "settimeofday", "clock_settime" -> deeds.add(new Deed("write", "the clock"));
            default -> deeds.add(new Deed("write", string(rest)));
        }
    }

    private static String string(String rest) {
        Matcher string = STRING.matcher(rest);
        return string.find() ? string.group(1) : rest;
    }
}
