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

/// The files of one session: its log, and what lies beside it.
record LogFiles(StatePaths state, SessionOwner owner, SessionId id) {

    static final String ENDING = ".jsonl";

    Path sessions() {
        return state.sessions();
    }

    Path log() {
        return sessions().resolve(id.value() + ENDING);
    }

    /// What a crash left of a last line.
    Path torn() {
        return sessions().resolve(id.value() + ENDING + ".torn");
    }

    ForeignDirectory directory() {
        return new ForeignDirectory(state, id);
    }

    boolean exist() {
        return Files.exists(log());
    }

    /// Reads the entries from a place on, whatever state the log is in.
    ///
    /// @param until lines that begin here or later are left out
    /// @param after entries up to this id are left out
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

    /// What cannot be numbered any more is read with all others.
    private static boolean isAfter(Json.Obj entry, long after) {
        return after == 0 || EntryJson.number(entry, "id") > after;
    }

    NoSuchSessionException missing(NoSuchFileException why) {
        var missing = new NoSuchSessionException(id);
        missing.initCause(why);
        return missing;
    }
}
