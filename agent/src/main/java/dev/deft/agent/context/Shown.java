package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.List;

/// A unit, and what requests show of it.
///
/// @param unit as it is in the log
record Shown(Unit unit, Unit shown) {

    static Shown whole(Unit unit) {
        return new Shown(unit, unit);
    }

    List<Message> messages() {
        return shown.messages();
    }

    int chars() {
        return shown.chars();
    }

    Shown pruned() {
        return unit instanceof Unit.Answered it ? new Shown(unit, it.pruned()) : this;
    }

    Shown shortenedTo(int most) {
        return shown instanceof Unit.Answered it ? new Shown(unit, it.shortenedTo(most)) : this;
    }

    boolean isSaid() {
        return unit instanceof Unit.Said;
    }
}
