package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.List;

/// A unit and its form in requests. Its messages are the same objects in every request, so that
/// what was written of them is found again.
final class ShownUnit {

    private final Unit unit;
    private final Unit shown;
    private final boolean pruned;
    private final List<Message> messages;
    private final int answerChars;
    private final int chars;

    /// @param unit as in the log
    /// @param shown with outputs cleared or shortened
    /// @param pruned whether outputs were cleared
    private ShownUnit(Unit unit, Unit shown, boolean pruned) {
        this.unit = unit;
        this.shown = shown;
        this.pruned = pruned;
        this.messages = shown.messages();
        this.chars = shown.chars();
        this.answerChars =
                shown instanceof Unit.Step it ? MessageSizes.of(it.message().parts()) : 0;
    }

    static ShownUnit whole(Unit unit) {
        return new ShownUnit(unit, unit, false);
    }

    Unit unit() {
        return unit;
    }

    List<Message> messages() {
        return messages;
    }

    int chars() {
        return chars;
    }

    /// The characters of the answer of a step, without results.
    int answerChars() {
        return answerChars;
    }

    ShownUnit pruned() {
        return pruned || !(unit instanceof Unit.Step it)
                ? this
                : new ShownUnit(unit, it.pruned(), true);
    }

    ShownUnit shortenedTo(int most) {
        return shown instanceof Unit.Step it
                ? new ShownUnit(unit, it.shortenedTo(most), false)
                : this;
    }

    boolean isUserMessage() {
        return unit instanceof Unit.UserMessage;
    }
}
