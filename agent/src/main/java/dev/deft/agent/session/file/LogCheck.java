package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What a look at every line, every hash and every signature of a log came to.
///
/// @param entries how many can be read
/// @param problems in the order of the lines; none in a log as it was written
/// @param unfinished whether a line without an end is the last: a write that was cut short or is
///   under way, which nobody was told about
/// @param foreign which entries the user has neither written nor adopted
public record LogCheck(
        long entries, List<Problem> problems, boolean unfinished, ForeignEntries foreign) {

    public LogCheck {
        problems = List.copyOf(problems);
    }

    /// One thing that is not as it was written.
    ///
    /// @param line its number, from 1
    public record Problem(long line, String what) {}

    public static LogCheck of(Path log, SessionId id, SessionOwner owner) throws IOException {
        return of(log, id, owner, _ -> {});
    }

    /// @param warning gets every entry that can be read
    static LogCheck of(Path log, SessionId id, SessionOwner owner, Consumer<Json.Obj> told)
            throws IOException {
        List<Problem> problems = new ArrayList<>();
        var tally = new Tally();
        var walk =
                new ChainVerifier(
                        id,
                        Optional.of(owner.key()),
                        ChainVerifier.Link.START,
                        step -> {
                            tally.add(step);
                            told.accept(step.json());
                        },
                        problems::add);
        boolean unfinished = LogReader.read(log, walk::verify);
        return new LogCheck(tally.entries, problems, unfinished, tally.foreign);
    }

    /// What is wrong, in one sentence; nothing for a log of the user's own that is as it was
    /// written.
    public Optional<String> warning(SessionId id) {
        return LogWarning.of(id, problems.stream().findFirst(), problems.size(), foreign);
    }

    private static final class Tally {

        private long entries;
        private ForeignEntries foreign = ForeignEntries.NONE;

        void add(ChainVerifier.VerifiedEntry step) {
            entries++;
            foreign = foreign.after(step);
        }
    }
}
