package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The files of one session: its log and its state directory.
record LogFiles(StatePaths state, SessionOwner owner, SessionId id) {

    static final String ENDING = ".jsonl";

    Path sessions() {
        return state.sessions();
    }

    Path log() {
        return sessions().resolve(id.value() + ENDING);
    }

    /// The lines that crashes cut off.
    Path torn() {
        return sessions().resolve(id.value() + ENDING + ".torn");
    }

    ForeignDirectory directory() {
        return new ForeignDirectory(state, id);
    }

    boolean exist() {
        return Files.exists(log());
    }

    /// Reads all readable entries from a position on.
    ///
    /// @param until the position at which reading ends
    /// @param after skips entries up to this id
    void read(LogReader.Offset from, long until, long after, Consumer<Json.Obj> reader)
            throws IOException {
        try {
            boolean _ =
                    LogReader.read(
                            log(),
                            from,
                            until,
                            line ->
                                    line.entries().stream()
                                            .map(LogLine.ParsedEntry::json)
                                            .filter(it -> isAfter(it, after))
                                            .forEach(reader));
        } catch (NoSuchFileException e) {
            throw missing(e);
        }
    }

    /// An entry whose id cannot be read is returned only when all entries are.
    private static boolean isAfter(Json.Obj entry, long after) {
        return after == 0 || EntryJson.number(entry, "id") > after;
    }

    NoSuchSessionException missing(NoSuchFileException why) {
        var missing = new NoSuchSessionException(id);
        missing.initCause(why);
        return missing;
    }
}
