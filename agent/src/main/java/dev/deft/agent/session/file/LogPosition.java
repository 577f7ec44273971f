package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.json.Json;

/// A position between two lines of a log, with the state of the hash chain there.
record LogPosition(LogReader.Offset at, ChainVerifier.Link link) {

    static final LogPosition START =
            new LogPosition(LogReader.Offset.START, ChainVerifier.Link.START);

    /// The position before an entry.
    static LogPosition before(ChainVerifier.VerifiedEntry entry) {
        return new LogPosition(
                new LogReader.Offset(entry.line().start(), entry.line().number() - 1),
                entry.before());
    }

    /// The position after an entry.
    static LogPosition after(ChainVerifier.VerifiedEntry entry) {
        return new LogPosition(
                new LogReader.Offset(entry.line().end(), entry.line().number()),
                new ChainVerifier.Link(entry.id(), entry.hash()));
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
