package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a session that begins as a copy of another.
public final class SessionFork {

    private SessionFork() {}

    /// Copies the entries that lead to one of them. The copy is numbered and chained anew; times
    /// and contents stay. The other session may be in use meanwhile.
    ///
    /// @param at the id of the last entry to take along; 0 for none
    /// @throws FileAlreadyExistsException when there is a session of that name
    public static void make(
            StatePaths state,
            FileLocks locks,
            SessionOwner owner,
            SessionId from,
            long at,
            SessionId to,
            InstantSource time)
            throws IOException {
        Path target = EntryChain.file(state.sessions(), to);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        List<ChainWalk.Step> copied =
                upTo(EntryChain.file(state.sessions(), from), from, owner, at);
        var clock = new EntryClock(time);
        try (EntryChain chain = EntryChain.open(locks, state.sessions(), owner, to, clock)) {
            // Somebody else may have begun it a moment ago.
            if (!chain.state().birth().isEmpty()) {
                throw new FileAlreadyExistsException(target.toString());
            }
            copied.forEach(it -> clock.seen(EntryJson.time(it.json().text("ts"))));
            Json.Obj origin =
                    CallWords.entry("fork", clock.now())
                            .with("from", from.value())
                            .with("at", Json.Num.of(at));
            fill(chain, copied, origin, target);
        }
    }

    /// Leaves no half of a copy behind.
    private static void fill(
            EntryChain chain, List<ChainWalk.Step> copied, Json.Obj origin, Path target)
            throws IOException {
        try {
            for (ChainWalk.Step entry : copied) {
                copy(entry, chain);
            }
            chain.await(chain.put(origin));
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    /// What is not the user's stays so in the copy.
    private static void copy(ChainWalk.Step entry, EntryChain chain) throws IOException {
        Json.Obj bare = entry.json().without("id").without("parent").without("hash").without("mac");
        EntryChain.Place _ =
                entry.standing() == ChainWalk.Standing.OWN
                        ? chain.put(bare)
                        : chain.putForeign(bare);
    }

    /// What leads to an entry. It is a straight line, so what says that it was not is left out.
    private static List<ChainWalk.Step> upTo(Path log, SessionId id, SessionOwner owner, long at)
            throws IOException {
        Map<Long, ChainWalk.Step> steps = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        var walk =
                new ChainWalk(
                        id,
                        Optional.of(owner.key()),
                        ChainWalk.Link.START,
                        step -> {
                            if (step.id() <= at) {
                                entries.add(EntryJson.read(step.json()));
                                steps.put(step.id(), step);
                            }
                        },
                        _ -> {});
        LogReader.read(log, walk::look);
        return Branch.of(entries).stream()
                .filter(it -> !(it.body() instanceof Entry.Rewound))
                .map(it -> it.id())
                .filter(steps::containsKey)
                .map(steps::get)
                .toList();
    }
}
