package dev.deft.agent.session.file;

import dev.deft.agent.session.BranchIds;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.output.ErrorLog;
import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads a log that is about to be continued.
///
/// Where a log was read to is marked in the user's own directory, with what it came to. So a long
/// log is read from there on, and one that became shorter is noticed.
///
/// @param key none where it cannot be read; then nothing is obeyed
record LogOpening(Path log, SessionId id, SessionOwner owner, Optional<LogKey> key) {

    private static final String MARK = ".mark.json";

    /// Up to this many bytes a log is looked at as a whole whenever it is opened.
    private static final long SMALL = 1 << 20;

    /// A mark of another version is as good as none.
    private static final int VERSION = 2;

    /// What was learned.
    ///
    /// @param told what a person should know
    /// @param marked whether it was learned from the mark on
    record Opened(LogState state, List<String> warnings, boolean fromCheckpoint) {

        Opened {
            warnings = List.copyOf(warnings);
        }
    }

    /// @param made whether the log was made just now, so that an older mark is of another one
    Opened open(boolean made) throws IOException {
        Optional<LogState> marked = made ? Optional.empty() : mark();
        Optional<LogState> known =
                marked.isPresent() && isIntact(marked.get())
                        ? advance(marked.get())
                        : Optional.empty();
        LogState state = known.isPresent() ? known.get() : readAll();
        List<String> told = new ArrayList<>();
        if (marked.isPresent() && known.isEmpty() && !matches(marked.get())) {
            told.add(
                    LogWarning.truncated(
                            id, marked.get().end().link().id(), state.end().link().id()));
        }
        state.warning(id).ifPresent(told::add);
        return new Opened(state, told, known.isPresent());
    }

    /// What is marked of the log, if anything.
    Optional<LogState> mark() throws IOException {
        Optional<String> text = new UserFile(owner.file(id, MARK)).read();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Json.Obj json = JsonText.parseWritten(text.get());
            return EntryJson.number(json, "version") == VERSION
                    ? Optional.of(LogState.read(EntryJson.object(json, "state")))
                    : Optional.empty();
        } catch (JsonSyntaxException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "a mark is broken", e);
            return Optional.empty();
        }
    }

    /// What a mark says, and what follows it; nothing where the log is not the one it was made of,
    /// or goes on from an earlier entry.
    Optional<LogState> advance(LogState state) throws IOException {
        if (!matches(state)) {
            return Optional.empty();
        }
        var straight = new boolean[] {true};
        var walk =
                new ChainVerifier(
                        id,
                        key,
                        state.end().link(),
                        step -> {
                            straight[0] &= state.isFollowedBy(step);
                            state.add(step, true);
                        },
                        state::problem);
        LogReader.read(log, state.end().at(), Long.MAX_VALUE, walk::verify);
        return straight[0] ? Optional.of(state) : Optional.empty();
    }

    /// Whether all that is used of a log is as it was written: the conversation that no summary
    /// stands for, and a short log as a whole.
    private boolean isIntact(LogState state) throws IOException {
        boolean small = Files.size(log) <= SMALL;
        if (!state.isIntact() || (!small && !state.conversing())) {
            return state.isIntact();
        }
        LogPosition from = small ? LogPosition.START : state.context();
        var problems = new boolean[1];
        var walk = new ChainVerifier(id, key, from.link(), _ -> {}, _ -> problems[0] = true);
        LogReader.read(log, from.at(), Long.MAX_VALUE, walk::verify);
        return !problems[0];
    }

    /// Whether the last entry that a mark knows is still where it was.
    private boolean matches(LogState state) throws IOException {
        LogPosition last = state.beforeLast();
        if (Files.size(log) < state.end().at().position()) {
            return false;
        }
        var found = new boolean[1];
        var walk =
                new ChainVerifier(
                        id,
                        key,
                        last.link(),
                        step -> found[0] |= step.hash().equals(state.end().link().hash()),
                        _ -> {});
        LogReader.read(log, last.at(), state.end().at().position(), walk::verify);
        return found[0] || state.end().equals(LogPosition.START);
    }

    /// Reads a log from its beginning. Where it went back, it is read once more: only then is it
    /// known what counts.
    private LogState readAll() throws IOException {
        var ids = new BranchIds();
        LogState state =
                read(step -> {
                    ids.add(step.id(), EntryJson.number(step.json(), "parent"));
                    return true;
                });
        return ids.isLinear() ? state : read(step -> ids.contains(step.id()));
    }

    private LogState read(Predicate<ChainVerifier.VerifiedEntry> counts) throws IOException {
        var state = new LogState();
        var walk =
                new ChainVerifier(
                        id,
                        key,
                        ChainVerifier.Link.START,
                        step -> state.add(step, counts.test(step)),
                        state::problem);
        LogReader.read(log, walk::verify);
        return state;
    }

    /// Marks how far the log is known. Without a mark the next one to open it reads more.
    void mark(LogState state) throws IOException {
        Json.Obj mark =
                Json.Obj.EMPTY.with("version", Json.Num.of(VERSION)).with("state", state.json());
        new UserFile(owner.file(id, MARK))
                .replace(JsonText.write(mark).getBytes(StandardCharsets.UTF_8));
    }

    /// Whether the session was opened here before.
    boolean hasCheckpoint() {
        return Files.exists(owner.file(id, MARK));
    }
}
