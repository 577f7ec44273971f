package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.json.Json;

/// A place between two lines of a log: where it is, and how far the chain has come there.
record LogPosition(LogReader.Offset at, ChainVerifier.Link link) {

    static final LogPosition START =
            new LogPosition(LogReader.Offset.START, ChainVerifier.Link.START);

    /// Before the line of an entry.
    static LogPosition before(ChainVerifier.VerifiedEntry step) {
        return new LogPosition(
                new LogReader.Offset(step.line().start(), step.line().number() - 1), step.before());
    }

    /// Behind it.
    static LogPosition after(ChainVerifier.VerifiedEntry step) {
        return new LogPosition(
                new LogReader.Offset(step.line().end(), step.line().number()),
                new ChainVerifier.Link(step.id(), step.hash()));
    }

    Json.Obj json() {
        return Json.Obj.EMPTY
                .with("position", Json.Num.of(at.position()))
                .with("line", Json.Num.of(at.line()))
                .with("id", Json.Num.of(link.id()))
                .with("hash", link.hash());
    }

    static LogPosition read(Json.Obj json) {
        return new LogPosition(
                new LogReader.Offset(
                        EntryJson.number(json, "position"), EntryJson.number(json, "line")),
                new ChainVerifier.Link(
                        EntryJson.number(json, "id"), json.text("hash").orElse(EntryHash.INITIAL)));
    }
}
