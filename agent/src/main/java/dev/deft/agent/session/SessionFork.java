package dev.deft.agent.session;

import dev.deft.json.Json;
import dev.deft.os.StatePaths;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes a session that begins as a copy of another.
public final class SessionFork {

    private SessionFork() {}

    /// Copies the entries that lead to one of them. The copy is numbered and chained anew; times
    /// and contents stay. The other session may be in use meanwhile.
    ///
    /// @param at the id of the last entry to take along; 0 for none
    /// @throws FileAlreadyExistsException when there is a session of that name
    public static void make(
            StatePaths state, SessionId from, long at, SessionId to, InstantSource time)
            throws IOException {
        Path target = EntryChain.file(state.sessions(), to);
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        List<Json.Obj> copied = upTo(EntryChain.file(state.sessions(), from), at);
        var clock = new EntryClock(time);
        try (EntryChain chain = EntryChain.open(state.sessions(), to, clock)) {
            // Somebody else may have begun it a moment ago.
            if (!chain.takeFound().isEmpty()) {
                throw new FileAlreadyExistsException(target.toString());
            }
            copied.forEach(it -> clock.seen(EntryJson.read(it).at()));
            Json.Obj origin =
                    CallWords.entry("fork", clock.now())
                            .with("from", from.value())
                            .with("at", Json.Num.of(at));
            fill(chain, copied, origin, target);
        }
    }

    /// Leaves no half of a copy behind.
    private static void fill(EntryChain chain, List<Json.Obj> copied, Json.Obj origin, Path target)
            throws IOException {
        try {
            for (Json.Obj entry : copied) {
                chain.put(chainless(entry));
            }
            chain.await(chain.put(origin));
        } catch (IOException e) {
            Files.deleteIfExists(target);
            throw e;
        }
    }

    private static Json.Obj chainless(Json.Obj entry) {
        return entry.without("id").without("parent").without("hash");
    }

    /// What leads to an entry. It is a straight line, so what says that it was not is left out.
    private static List<Json.Obj> upTo(Path log, long at) throws IOException {
        Map<Long, Json.Obj> lines = new HashMap<>();
        List<Entry> entries = new ArrayList<>();
        for (Json.Obj line : LogReader.entries(log)) {
            Entry entry = EntryJson.read(line);
            if (entry.id() <= at) {
                entries.add(entry);
                lines.put(entry.id(), line);
            }
        }
        return Branch.of(entries).stream()
                .filter(it -> !(it.body() instanceof Entry.Rewound))
                .map(it -> lines.getOrDefault(it.id(), Json.Obj.EMPTY))
                .toList();
    }
}
