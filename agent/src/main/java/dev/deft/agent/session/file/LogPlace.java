package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.json.Json;

/// A place between two lines of a log: where it is, and how far the chain has come there.
record LogPlace(LogReader.From at, ChainWalk.Link link) {

    static final LogPlace START = new LogPlace(LogReader.From.START, ChainWalk.Link.START);

    /// Before the line of an entry.
    static LogPlace before(ChainWalk.Step step) {
        return new LogPlace(
                new LogReader.From(step.line().start(), step.line().number() - 1), step.before());
    }

    /// Behind it.
    static LogPlace after(ChainWalk.Step step) {
        return new LogPlace(
                new LogReader.From(step.line().end(), step.line().number()),
                new ChainWalk.Link(step.id(), step.hash()));
    }

    Json.Obj json() {
        return Json.Obj.EMPTY
                .with("position", Json.Num.of(at.position()))
                .with("line", Json.Num.of(at.line()))
                .with("id", Json.Num.of(link.id()))
                .with("hash", link.hash());
    }

    static LogPlace read(Json.Obj json) {
        return new LogPlace(
                new LogReader.From(
                        EntryJson.number(json, "position"), EntryJson.number(json, "line")),
                new ChainWalk.Link(
                        EntryJson.number(json, "id"), json.text("hash").orElse(EntryHash.FIRST)));
    }
}
