package dev.deft.agent.definition;

import dev.deft.codec.LocatedJson.Position;
import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with files, and what of them is ignored.
final class AgentMessages {

    private final List<String> problems = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();

    /// A mistake because of which a file is not used.
    void problem(String file, Position at, String text) {
        problems.add(located(file, at, text));
    }

    /// A mistake without a place in the file.
    void problem(String file, String text) {
        problems.add(file + ": " + text);
    }

    /// A part that is ignored.
    void notice(String file, Position at, String text) {
        notices.add(located(file, at, text));
    }

    /// A remark without a place in the file.
    void notice(String file, String text) {
        notices.add(file + ": " + text);
    }

    private static String located(String file, Position at, String text) {
        return "%s, line %d, column %d: %s".formatted(file, at.line(), at.column(), text);
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    List<String> notices() {
        return List.copyOf(notices);
    }
}
