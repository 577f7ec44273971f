package dev.deft.policy;

import java.nio.file.Path;
import java.util.List;

/// The Unix sockets that commands may connect to: none, unless a policy names them.
///
/// @param patterns absolute paths; `/tmp/**` for those that commands make among themselves, and
///   `**` for all there are
public record GrantedSockets(List<String> patterns) {

    public static final GrantedSockets NONE = new GrantedSockets(List.of());

    private static final String ALL = "**";
    private static final String PRIVATE = "/tmp/**";

    public GrantedSockets {
        patterns = List.copyOf(patterns);
        for (String it : patterns) {
            if (!it.equals(ALL) && !it.equals(PRIVATE) && !isPath(it)) {
                throw new IllegalArgumentException(
                        "requires.net.sockets: `%s` is no absolute path of a socket; besides there are %s for those of the commands themselves, and %s"
                                .formatted(it, PRIVATE, ALL));
            }
        }
    }

    private static boolean isPath(String text) {
        return text.startsWith("/")
                && text.length() > 1
                && text.chars().noneMatch(it -> "*?[]{}".indexOf(it) >= 0 || it < ' ')
                && Path.of(text).normalize().toString().equals(text);
    }

    /// Whether there is anything to connect to.
    public boolean any() {
        return !patterns.isEmpty();
    }

    public boolean all() {
        return patterns.contains(ALL);
    }

    /// The single sockets.
    public List<Path> paths() {
        return patterns.stream()
                .filter(it -> !it.equals(ALL) && !it.equals(PRIVATE))
                .map(Path::of)
                .toList();
    }

    /// Whether one may be connected to.
    public boolean covers(Path socket) {
        return all() || paths().contains(socket);
    }
}
