package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.List;

/// A unit, and what requests show of it.
///
/// @param unit as it is in the log
record ShownUnit(Unit unit, Unit shown) {

    static ShownUnit whole(Unit unit) {
        return new ShownUnit(unit, unit);
    }

    List<Message> messages() {
        return shown.messages();
    }

    int chars() {
        return shown.chars();
    }

    ShownUnit pruned() {
        return unit instanceof Unit.Step it ? new ShownUnit(unit, it.pruned()) : this;
    }

    ShownUnit shortenedTo(int most) {
        return shown instanceof Unit.Step it ? new ShownUnit(unit, it.shortenedTo(most)) : this;
    }

    boolean isUserMessage() {
        return unit instanceof Unit.UserMessage;
    }
}
