package dev.deft.server.live;

import dev.deft.json.Json;
import dev.deft.output.SecretMask;

/// Entries of a log as clients see them.
public final class EntryView {

    private EntryView() {}

    /// The entry without what chains and signs it, and without text that looks like a key: the log
    /// may be older than the masking, or foreign.
    public static Json.Obj of(Json.Obj stored) {
        return SecretMask.KEYS_ONLY.json(stored.without("hash").without("mac"));
    }

    /// The number of a stored entry.
    public static long id(Json.Obj stored) {
        return stored.find("id").orElse(Json.Null.VALUE) instanceof Json.Num number
                ? number.asLong().orElse(0L)
                : 0L;
    }
}
