package dev.deft.agent.context;

import dev.deft.agent.key.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// The units that were dropped from the conversation: not the units themselves, since sessions may
/// be very long, but a hash to match summaries with, and what must not be lost.
final class DroppedUnits {

    private final Sha256Digest digest;
    private final Pinned pinned;

    private DroppedUnits(Sha256Digest digest, Pinned pinned) {
        this.digest = digest;
        this.pinned = pinned;
    }

    static DroppedUnits none() {
        return new DroppedUnits(new Sha256Digest(), Pinned.NONE);
    }

    DroppedUnits plus(List<Unit> units) {
        Sha256Digest longer = digest.clone();
        for (Unit unit : units) {
            longer.update(unit.messages().toString().getBytes(StandardCharsets.UTF_8));
            longer.update((byte) 0);
        }
        return new DroppedUnits(longer, pinned.plus(units));
    }

    /// The same after a summary replaced all units: only its hash counts from there on, so that a
    /// session can continue from the summary alone.
    DroppedUnits replacedBySummary(String hash) {
        Sha256Digest begun = none().digest;
        begun.update(hash.getBytes(StandardCharsets.US_ASCII));
        return new DroppedUnits(begun, pinned);
    }

    DroppedUnits withPinned(Pinned known) {
        return new DroppedUnits(digest, known);
    }

    String hash() {
        return HexFormat.of().formatHex(digest.clone().digest());
    }

    Pinned pinned() {
        return pinned;
    }
}
