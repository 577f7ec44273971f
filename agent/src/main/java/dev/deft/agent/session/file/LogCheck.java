package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The result of verifying every line, hash and signature of a log.
///
/// @param entries the number of readable entries
/// @param problems in the order of the lines; empty for an intact log
/// @param unfinished whether the last line is incomplete: a write that was cut short or is in
///   progress, and that nobody relies on
/// @param foreign the entries that the user neither signed nor adopted
public record LogCheck(
        long entries, List<Problem> problems, boolean unfinished, ForeignEntries foreign) {

    public LogCheck {
        problems = List.copyOf(problems);
    }

    /// A line that is damaged or was changed.
    ///
    /// @param line the line number, from 1
    public record Problem(long line, String what) {}

    public static LogCheck of(Path log, SessionId id, SessionOwner owner) throws IOException {
        return of(log, id, owner, _ -> {});
    }

    /// @param reader gets every readable entry
    static LogCheck of(Path log, SessionId id, SessionOwner owner, Consumer<Json.Obj> reader)
            throws IOException {
        List<Problem> problems = new ArrayList<>();
        var tally = new Tally();
        var verifier =
                new ChainVerifier(
                        id,
                        Optional.of(owner.key()),
                        ChainVerifier.Link.START,
                        entry -> {
                            tally.add(entry);
                            reader.accept(entry.json());
                        },
                        problems::add);
        boolean unfinished = LogReader.read(log, verifier::verify);
        return new LogCheck(tally.entries, problems, unfinished, tally.foreign);
    }

    /// A warning for the user; empty if the log is intact and theirs.
    public Optional<String> warning(SessionId id) {
        return LogWarning.of(id, problems.stream().findFirst(), problems.size(), foreign);
    }

    private static final class Tally {

        private long entries;
        private ForeignEntries foreign = ForeignEntries.NONE;

        void add(ChainVerifier.VerifiedEntry entry) {
            entries++;
            foreign = foreign.after(entry);
        }
    }
}
