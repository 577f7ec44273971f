package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.ArrayList;
import java.util.List;

/// The units of the next request in their order, and how long they are.
final class ShownUnits {

    private final List<ShownUnit> units = new ArrayList<>();
    private long userChars;
    private long answerChars;
    private long resultChars;

    void add(ShownUnit unit) {
        units.add(unit);
        count(unit, 1);
    }

    void clear() {
        removeFirst(units.size());
    }

    void removeFirst(int number) {
        List<ShownUnit> first = units.subList(0, number);
        for (ShownUnit it : first) {
            count(it, -1);
        }
        first.clear();
    }

    ShownUnit removeLast() {
        ShownUnit last = units.removeLast();
        count(last, -1);
        return last;
    }

    /// Clears the outputs of the units before an index.
    void prune(int until) {
        for (int at = 0; at < until; at++) {
            ShownUnit before = units.get(at);
            ShownUnit after = before.pruned();
            count(before, -1);
            count(after, 1);
            units.set(at, after);
        }
    }

    private void count(ShownUnit unit, int sign) {
        if (unit.isUserMessage()) {
            userChars += (long) sign * unit.chars();
        } else {
            answerChars += (long) sign * unit.answerChars();
            resultChars += (long) sign * (unit.chars() - unit.answerChars());
        }
    }

    int size() {
        return units.size();
    }

    boolean isEmpty() {
        return units.isEmpty();
    }

    ShownUnit get(int at) {
        return units.get(at);
    }

    List<ShownUnit> from(int at) {
        return units.subList(at, units.size());
    }

    /// The first units as in the log.
    List<Unit> first(int number) {
        List<Unit> first = new ArrayList<>(number);
        for (ShownUnit it : units.subList(0, number)) {
            first.add(it.unit());
        }
        return first;
    }

    void addMessagesTo(List<Message> messages) {
        for (ShownUnit it : units) {
            messages.addAll(it.messages());
        }
    }

    boolean hasSteps() {
        for (ShownUnit it : units) {
            if (!it.isUserMessage()) {
                return true;
            }
        }
        return false;
    }

    /// The characters of the units from an index on.
    int chars(int from) {
        if (from == 0) {
            return (int) (userChars + answerChars + resultChars);
        }
        int chars = 0;
        for (ShownUnit it : from(from)) {
            chars += it.chars();
        }
        return chars;
    }

    /// The characters of what came after the last answer.
    long charsSinceAnswer() {
        long chars = 0;
        for (ShownUnit it : units.reversed()) {
            chars += it.chars() - it.answerChars();
            if (!it.isUserMessage()) {
                break;
            }
        }
        return chars;
    }

    /// What the characters are for.
    ///
    /// @param summary characters of what stands for earlier messages
    ContextMeasure measure(int summary) {
        return new ContextMeasure(summary, userChars, answerChars, resultChars);
    }
}
