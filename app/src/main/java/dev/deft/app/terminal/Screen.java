package dev.deft.app.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The kind of output that a stream goes to.
public enum Screen {
    /// A file or a pipe: output stays unchanged.
    NONE,

    /// A terminal that can only append lines.
    LINES,

    /// A terminal that can rewrite a line.
    MOVING,

    /// A terminal that can also show colors.
    COLOR;

    /// The kind of output behind a descriptor of this process.
    public static Screen of(int descriptor, Map<String, String> environment) {
        if (!isTerminal(descriptor)) {
            return NONE;
        }
        if (environment.getOrDefault("TERM", "dumb").equals("dumb")) {
            return LINES;
        }
        return environment.getOrDefault("NO_COLOR", "").isEmpty() ? COLOR : MOVING;
    }

    public static boolean isTerminal(int descriptor) {
        try {
            String target = target(descriptor);
            return target.startsWith("/dev/pts/")
                    || target.startsWith("/dev/tty")
                    || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException _) {
            // Without /proc the JDK only tells about all descriptors together.
            return Optional.ofNullable(System.console())
                    .map(java.io.Console::isTerminal)
                    .orElse(false);
        }
    }

    /// Whether a descriptor of this process is a pipe; false if the system does not tell.
    public static boolean isPipe(int descriptor) {
        try {
            return target(descriptor).startsWith("pipe:");
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
    }

    private static String target(int descriptor) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
    }

    /// Whether it is a terminal.
    public boolean isSeen() {
        return this != NONE;
    }

    public boolean moves() {
        return this == MOVING || this == COLOR;
    }

    public boolean colors() {
        return this == COLOR;
    }
}
