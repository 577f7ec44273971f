package dev.deft.tools.todo;

import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.util.Optional;

/// One task of a list.
public record Todo(
        @Doc("A name for it") Optional<String> id,
        @Doc("What is to be done") @Bounds(min = 1, max = 2_000) String content,
        @Doc("How far it is") Status status,
        @Doc("How much it matters") Optional<Priority> priority) {

    /// The progress of a task.
    public enum Status {
        PENDING(" "),
        IN_PROGRESS(">"),
        COMPLETED("x"),
        CANCELLED("-");

        private final String mark;

        Status(String mark) {
            this.mark = mark;
        }
    }

    /// The importance of a task.
    public enum Priority {
        HIGH,
        MEDIUM,
        LOW
    }

    String line() {
        return "[%s] %s".formatted(status.mark, content);
    }
}
