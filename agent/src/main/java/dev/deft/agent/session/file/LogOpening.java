package dev.deft.agent.session.file;

import dev.deft.agent.session.BranchIds;
import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.SessionId;
import dev.deft.codec.JsonBytes;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.output.ErrorLog;
import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads the log of a session that is reopened.
///
/// A checkpoint in the user's own directory says how far the log was read and what its state was.
/// So a long log is read only from there on, and a truncated log is detected.
///
/// @param key empty if it cannot be read; then no entry is trusted
record LogOpening(Path log, SessionId id, SessionOwner owner, Optional<LogKey> key) {

    private static final String CHECKPOINT = ".mark.json";

    /// A log of up to this many bytes is always verified completely.
    private static final long SMALL = 1 << 20;

    /// Checkpoints of other versions are ignored.
    private static final int VERSION = 2;

    /// An opened log.
    ///
    /// @param warnings for the user
    /// @param fromCheckpoint whether only the part after the checkpoint was read
    record Opened(LogState state, List<String> warnings, boolean fromCheckpoint) {

        Opened {
            warnings = List.copyOf(warnings);
        }
    }

    /// @param created whether the log is new, so that a checkpoint belongs to an older one
    Opened open(boolean created) throws IOException {
        Optional<LogState> checkpoint = created ? Optional.empty() : checkpoint();
        Optional<LogState> known =
                checkpoint.isPresent() && isIntact(checkpoint.get())
                        ? advance(checkpoint.get())
                        : Optional.empty();
        LogState state = known.isPresent() ? known.get() : readAll();
        List<String> warnings = new ArrayList<>();
        if (checkpoint.isPresent() && known.isEmpty() && !matches(checkpoint.get())) {
            warnings.add(
                    LogWarning.truncated(
                            id, checkpoint.get().end().link().id(), state.end().link().id()));
        }
        state.warning(id).ifPresent(warnings::add);
        return new Opened(state, warnings, known.isPresent());
    }

    /// The saved state of the log, if there is one.
    Optional<LogState> checkpoint() throws IOException {
        Optional<String> text = new UserFile(owner.file(id, CHECKPOINT)).read();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Json.Obj json = JsonText.parseWritten(text.get());
            return EntryJson.number(json, "version") == VERSION
                    ? Optional.of(LogState.read(EntryJson.object(json, "state")))
                    : Optional.empty();
        } catch (JsonSyntaxException e) {
            ErrorLog.log(System.Logger.Level.DEBUG, () -> "a checkpoint is broken", e);
            return Optional.empty();
        }
    }

    /// Advances a saved state to the end of the log. Empty if the log is another one, or was
    /// rewound since.
    Optional<LogState> advance(LogState state) throws IOException {
        if (!matches(state)) {
            return Optional.empty();
        }
        var linear = new boolean[] {true};
        var verifier =
                new ChainVerifier(
                        id,
                        key,
                        state.end().link(),
                        entry -> {
                            linear[0] &= state.isFollowedBy(entry);
                            state.add(entry, true);
                        },
                        state::problem);
        LogReader.read(log, state.end().at(), Long.MAX_VALUE, verifier::verify);
        return linear[0] ? Optional.of(state) : Optional.empty();
    }

    /// Whether the part of the log that is used is intact: the messages that no summary replaces,
    /// or all of a small log.
    private boolean isIntact(LogState state) throws IOException {
        boolean small = Files.size(log) <= SMALL;
        if (!state.isIntact() || (!small && !state.conversing())) {
            return state.isIntact();
        }
        LogPosition from = small ? LogPosition.START : state.context();
        var problems = new boolean[1];
        var verifier = new ChainVerifier(id, key, from.link(), _ -> {}, _ -> problems[0] = true);
        LogReader.read(log, from.at(), Long.MAX_VALUE, verifier::verify);
        return !problems[0];
    }

    /// Whether the last entry of a saved state is still at its position.
    private boolean matches(LogState state) throws IOException {
        LogPosition last = state.beforeLast();
        if (Files.size(log) < state.end().at().position()) {
            return false;
        }
        var found = new boolean[1];
        var verifier =
                new ChainVerifier(
                        id,
                        key,
                        last.link(),
                        entry -> found[0] |= entry.hash().equals(state.end().link().hash()),
                        _ -> {});
        LogReader.read(log, last.at(), state.end().at().position(), verifier::verify);
        return found[0] || state.end().equals(LogPosition.START);
    }

    /// Reads a log from its start. A rewound log is read twice, since its active branch is known
    /// only at its end.
    private LogState readAll() throws IOException {
        var ids = new BranchIds();
        LogState state =
                read(entry -> {
                    ids.add(entry.id(), EntryJson.number(entry.json(), "parent"));
                    return true;
                });
        return ids.isLinear() ? state : read(entry -> ids.contains(entry.id()));
    }

    private LogState read(Predicate<ChainVerifier.VerifiedEntry> active) throws IOException {
        var state = new LogState();
        var verifier =
                new ChainVerifier(
                        id,
                        key,
                        ChainVerifier.Link.START,
                        entry -> state.add(entry, active.test(entry)),
                        state::problem);
        LogReader.read(log, verifier::verify);
        return state;
    }

    /// Saves a checkpoint. Without one, the next start reads the whole log.
    void save(LogState state) throws IOException {
        Json.Obj checkpoint =
                Json.Obj.EMPTY.with("version", Json.Num.of(VERSION)).with("state", state.json());
        new UserFile(owner.file(id, CHECKPOINT)).replace(JsonBytes.of(checkpoint));
    }

    /// Whether the user opened the session here before.
    boolean hasCheckpoint() {
        return Files.exists(owner.file(id, CHECKPOINT));
    }
}
