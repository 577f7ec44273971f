package dev.deft.agent.model.openai;

import java.util.function.Consumer;

/// Tells the reasoning of an answer from its text where a local model writes both as one text: the
/// reasoning comes first, between `<think>` and `</think>`. Tags further on are text.
final class ThinkTags {

    private static final String BEGIN = "<think>";
    private static final String END = "</think>";

    private final Consumer<String> text;
    private final Consumer<String> reasoning;
    private final StringBuilder held = new StringBuilder();
    private State state = State.BEFORE;

    private enum State {
        BEFORE,
        INSIDE,
        BEHIND,
        TEXT
    }

    ThinkTags(Consumer<String> text, Consumer<String> reasoning) {
        this.text = text;
        this.reasoning = reasoning;
    }

    /// Takes the next piece of the answer. Holds back what may be the beginning of a tag.
    void read(String words) {
        if (state == State.TEXT) {
            text.accept(words);
            return;
        }
        held.append(words);
        if (state == State.BEFORE) {
            begin();
        }
        if (state == State.INSIDE) {
            think();
        }
        if (state == State.BEHIND) {
            skipBlanks();
        }
    }

    private void begin() {
        String start = held.toString().stripLeading();
        if (start.startsWith(BEGIN)) {
            held.setLength(0);
            held.append(start, BEGIN.length(), start.length());
            state = State.INSIDE;
        } else if (!BEGIN.startsWith(start)) {
            state = State.TEXT;
            text.accept(take(held.length()));
        }
    }

    private void think() {
        int end = held.indexOf(END);
        if (end < 0) {
            reasoning.accept(take(held.length() - heldBack()));
            return;
        }
        reasoning.accept(take(end));
        held.delete(0, END.length());
        state = State.BEHIND;
    }

    /// How much of the end may be the beginning of the closing tag.
    private int heldBack() {
        int most = Math.min(held.length(), END.length() - 1);
        for (int length = most; length > 0; length--) {
            if (END.startsWith(held.substring(held.length() - length))) {
                return length;
            }
        }
        return 0;
    }

    private void skipBlanks() {
        String rest = held.toString().stripLeading();
        held.setLength(0);
        if (!rest.isEmpty()) {
            state = State.TEXT;
            text.accept(rest);
        }
    }

    private String take(int length) {
        String taken = held.substring(0, length);
        held.delete(0, length);
        return taken;
    }

    /// The answer has ended: delivers what was held back.
    void end() {
        Consumer<String> to = state == State.INSIDE ? reasoning : text;
        to.accept(take(held.length()));
    }

    /// The characters that are held back.
    int chars() {
        return held.length();
    }
}
