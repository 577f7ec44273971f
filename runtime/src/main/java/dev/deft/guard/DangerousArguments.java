package dev.deft.guard;

import dev.deft.script.command.Word;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Commands that reach further than their names say: into other processes, out of a container, to
/// whoever answers a name.
final class DangerousArguments {

    private static final Set<String> CONTAINERS =
            Set.of("docker", "podman", "nerdctl", "docker-compose");

    /// What a container must not get of the machine around it, as a source of `-v` or `--mount`.
    private static final Pattern MACHINE =
            Pattern.compile(
                    "(/|/(etc|root|home|usr|var|boot|dev|proc|sys|bin|lib|lib64|sbin|opt|run)(/[^/]*)?|.*docker\\.sock|.*/containerd/.*|~|\\$HOME|\\$\\{HOME\\})/?");

    private static final Pattern CONTAINER_RIGHTS =
            Pattern.compile(
                    "--privileged(=true)?|--(pid|ipc|net|network|uts|userns|cgroupns)=host|--cap-add=.*|--device=.*|--security-opt=.*(unconfined|disable).*");

    private static final Set<String> SPLIT_RIGHTS =
            Set.of("--pid", "--ipc", "--net", "--network", "--uts", "--userns");

    private static final Pattern OUR_OWN =
            Pattern.compile("(.*/)?(java|deft|bash|sh|init|systemd|sshd|login|\\.|\\.\\*|\\*|)");

    private DangerousArguments() {}

    /// `nc -e sh` and its like: whoever connects gets a program of this machine.
    static boolean servesProgram(WatchedCommand command) {
        List<String> words = command.words();
        if (command.is("nc", "ncat", "netcat", "nc.traditional", "nc.openbsd")) {
            return words.stream()
                    .anyMatch(it -> it.matches("-[A-Za-z0-9]*[ec].*|--(sh-|lua-)?exec.*"));
        }
        return command.is("socat")
                && words.stream().anyMatch(it -> it.matches("(?is)(exec|system|shell):.*"));
    }

    /// What another command prints becomes a part of a name, and whoever runs the domain reads it.
    static boolean leaksThroughNames(WatchedCommand command) {
        return command.resolvesNames()
                && command.arguments()
                        .map(Word::display)
                        .anyMatch(it -> it.contains("$(") || it.contains("`"));
    }

    /// A container with the root, a home, the socket or the rights of the machine is no container.
    static boolean exposesHost(WatchedCommand command) {
        if (!CONTAINERS.contains(command.program())) {
            return false;
        }
        List<String> words = command.words();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            boolean host = SPLIT_RIGHTS.contains(word) && next.equals("host");
            boolean more =
                    Set.of("--cap-add", "--device").contains(word)
                            || (word.equals("--security-opt")
                                    && next.matches(".*(unconfined|disable).*"));
            if (host || more || CONTAINER_RIGHTS.matcher(word).matches() || mounts(word, next)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mounts(String word, String next) {
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
        return MACHINE.matcher(source).matches();
    }

    private static String after(String word, String start) {
        return word.startsWith(start) ? word.substring(start.length()) : "";
    }

    /// Who is attached to a process reads and writes its memory.
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

    /// A name may be that of many processes, this one among them.
    static boolean killsByName(WatchedCommand command) {
        return command.is("pkill", "killall", "skill", "slay")
                && !command.hasWord("-l", "--list", "-V", "--version", "--help");
    }

    static boolean mayKillDeft(WatchedCommand command) {
        List<String> words = command.words();
        return killsByName(command)
                && (words.stream().anyMatch(it -> OUR_OWN.matcher(it).matches())
                        || words.stream()
                                .anyMatch(it ->
                                        it.matches("-[uUvG].*|--(uid|euid|inverse|user)(=.*)?")));
    }
}
