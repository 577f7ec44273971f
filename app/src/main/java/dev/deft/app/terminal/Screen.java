package dev.deft.app.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What becomes of what goes to an output.
public enum Screen {
    /// A file or a pipe: nobody looks at it now, and every byte counts.
    NONE,

    /// A terminal that only adds one line to the other.
    LINES,

    /// A terminal on which a line can be written over.
    MOVING,

    /// One that shows colors too.
    COLOR;

    /// What a descriptor of this process leads to.
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
            // Without /proc only all descriptors together can be asked about.
            return Optional.ofNullable(System.console())
                    .map(java.io.Console::isTerminal)
                    .orElse(false);
        }
    }

    /// Whether a descriptor of this process is a pipe; no, where the system does not tell.
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

    /// Whether people see at once what goes there.
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
