package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.List;

/// A unit and its form in requests.
///
/// @param unit as in the log
/// @param shown with outputs cleared or shortened
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
