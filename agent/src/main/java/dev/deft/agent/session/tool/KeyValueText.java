package dev.deft.agent.session.tool;

/// Lines of the form `name: value`, in blocks with an empty line between.
///
/// Further lines of a value are indented, so that nothing in it can pass for a line of its own.
final class KeyValueText {

    private final StringBuilder text = new StringBuilder();

    KeyValueText add(String name, String value) {
        text.append(text.isEmpty() || text.charAt(text.length() - 1) == '\n' ? "" : "\n")
                .append(name)
                .append(": ")
                .append(value.strip().replaceAll("\\R", "\n  "));
        return this;
    }

    KeyValueText add(String name, long value) {
        return add(name, Long.toString(value));
    }

    /// Begins a new block.
    KeyValueText separate() {
        text.append(text.isEmpty() ? "" : "\n\n");
        return this;
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
