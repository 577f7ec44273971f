package dev.deft.guard;

import dev.deft.script.command.Word;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Commands whose arguments reach into other processes, out of a container, or to other machines.
final class DangerousArguments {

    private static final Set<String> CONTAINERS =
            Set.of("docker", "podman", "nerdctl", "docker-compose");

    /// Directories of the host that a container must not get by `-v` or `--mount`.
    private static final Pattern HOST_PATH =
            Pattern.compile(
                    "(/|/(etc|root|home|usr|var|boot|dev|proc|sys|bin|lib|lib64|sbin|opt|run)(/[^/]*)?|.*docker\\.sock|.*/containerd/.*|~|\\$HOME|\\$\\{HOME\\})/?");

    private static final Pattern HOST_ACCESS =
            Pattern.compile(
                    "--privileged(=true)?|--(pid|ipc|net|network|uts|userns|cgroupns)=host|--cap-add=.*|--device=.*|--security-opt=.*(unconfined|disable).*");

    private static final Set<String> NAMESPACE_OPTIONS =
            Set.of("--pid", "--ipc", "--net", "--network", "--uts", "--userns");

    private static final Pattern DEFT_PROCESS =
            Pattern.compile("(.*/)?(java|deft|bash|sh|init|systemd|sshd|login|\\.|\\.\\*|\\*|)");

    private DangerousArguments() {}

    /// `nc -e sh` and the like.
    static boolean servesProgram(WatchedCommand command) {
        List<String> words = command.words();
        if (command.is("nc", "ncat", "netcat", "nc.traditional", "nc.openbsd")) {
            return words.stream()
                    .anyMatch(it -> it.matches("-[A-Za-z0-9]*[ec].*|--(sh-|lua-)?exec.*"));
        }
        return command.is("socat")
                && words.stream().anyMatch(it -> it.matches("(?is)(exec|system|shell):.*"));
    }

    /// The output of another command becomes part of a name, and the name server of the domain sees
    /// it.
    static boolean leaksThroughNames(WatchedCommand command) {
        return command.resolvesNames()
                && command.arguments()
                        .map(Word::display)
                        .anyMatch(it -> it.contains("$(") || it.contains("`"));
    }

    /// A container that gets a system or home directory, the Docker socket, a namespace or a
    /// capability of the host.
    static boolean exposesHost(WatchedCommand command) {
        if (!CONTAINERS.contains(command.program())) {
            return false;
        }
        List<String> words = command.words();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            boolean namespace = NAMESPACE_OPTIONS.contains(word) && next.equals("host");
            boolean capability =
                    Set.of("--cap-add", "--device").contains(word)
                            || (word.equals("--security-opt")
                                    && next.matches(".*(unconfined|disable).*"));
            if (namespace
                    || capability
                    || HOST_ACCESS.matcher(word).matches()
                    || mountsHostPath(word, next)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mountsHostPath(String word, String next) {
        String volume =
                word.matches("-v|--volume")
                        ? next
                        : word.matches("-v.+") ? word.substring(2) : after(word, "--volume=");
        String mount = word.equals("--mount") ? next : after(word, "--mount=");
        String source = volume.replaceFirst("(?s):.*", "");
        if (!mount.isEmpty()) {
            for (String part : mount.split(",", -1)) {
                if (part.matches("(source|src)=.*")) {
                    source = part.substring(part.indexOf('=') + 1);
                }
            }
        }
        return HOST_PATH.matcher(source).matches();
    }

    private static String after(String word, String start) {
        return word.startsWith(start) ? word.substring(start.length()) : "";
    }

    /// A debugger reads and writes the memory of the process.
    static boolean attachesToProcess(WatchedCommand command) {
        List<String> words = command.words();
        if (command.is("gcore", "reptyr", "memdump")) {
            return true;
        }
        if (command.is("gdb", "lldb", "cgdb", "strace", "ltrace", "perf", "bpftrace")) {
            return words.stream()
                            .anyMatch(it ->
                                    it.matches(
                                            "(?s)-[fFqrtTvxyickCdDSn]*p.*|--?pid(=.*)?|--attach.*|attach"))
                    || (command.is("gdb", "cgdb")
                            && !words.isEmpty()
                            && words.size() < 3
                            && words.getLast().matches("[0-9]+|\\$.*|`.*"));
        }
        return false;
    }

    /// Other processes may have the same name, Deft among them.
    static boolean killsByName(WatchedCommand command) {
        return command.is("pkill", "killall", "skill", "slay")
                && !command.hasWord("-l", "--list", "-V", "--version", "--help");
    }

    static boolean mayKillDeft(WatchedCommand command) {
        List<String> words = command.words();
        return killsByName(command)
                && (words.stream().anyMatch(it -> DEFT_PROCESS.matcher(it).matches())
                        || words.stream()
                                .anyMatch(it ->
                                        it.matches("-[uUvG].*|--(uid|euid|inverse|user)(=.*)?")));
    }
}
