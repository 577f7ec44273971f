package dev.deft.policy;

import java.nio.file.Path;
import java.util.List;

/// The Unix sockets that commands may connect to; by default none.
///
/// @param patterns absolute paths, `/tmp/**` for sockets that commands create, or `**` for all
public record GrantedSockets(List<String> patterns) {

    public static final GrantedSockets NONE = new GrantedSockets(List.of());

    private static final String ALL = "**";
    private static final String PRIVATE = "/tmp/**";

    public GrantedSockets {
        patterns = List.copyOf(patterns);
        for (String it : patterns) {
            if (!it.equals(ALL) && !it.equals(PRIVATE) && !isPath(it)) {
                throw new IllegalArgumentException(
                        "requires.net.sockets: `%s` is not an absolute path; write one, %s for sockets that commands create, or %s for all"
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

    /// Whether any socket is granted.
    public boolean any() {
        return !patterns.isEmpty();
    }

    public boolean all() {
        return patterns.contains(ALL);
    }

    /// The sockets that are granted by path.
    public List<Path> paths() {
        return patterns.stream()
                .filter(it -> !it.equals(ALL) && !it.equals(PRIVATE))
                .map(Path::of)
                .toList();
    }

    /// Whether commands may connect to a socket.
    public boolean covers(Path socket) {
        return all() || paths().contains(socket);
    }
}
