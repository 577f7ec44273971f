package dev.deft.agent.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The units that were dropped from the conversation: not the units themselves, since sessions may
/// be very long, but a hash to match summaries with, and what must not be lost.
final class DroppedUnits {

    private final MessageDigest digest;
    private final Pinned pinned;

    private DroppedUnits(MessageDigest digest, Pinned pinned) {
        this.digest = digest;
        this.pinned = pinned;
    }

    static DroppedUnits none() {
        try {
            return new DroppedUnits(MessageDigest.getInstance("SHA-256"), Pinned.NONE);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    DroppedUnits plus(List<Unit> units) {
        MessageDigest longer = copy();
        for (Unit unit : units) {
            longer.update(unit.messages().toString().getBytes(StandardCharsets.UTF_8));
            longer.update((byte) 0);
        }
        return new DroppedUnits(longer, pinned.plus(units));
    }

    /// The same after a summary replaced all units: only its hash counts from there on, so that a
    /// session can continue from the summary alone.
    DroppedUnits replacedBySummary(String hash) {
        MessageDigest begun = none().digest;
        begun.update(hash.getBytes(StandardCharsets.US_ASCII));
        return new DroppedUnits(begun, pinned);
    }

    DroppedUnits withPinned(Pinned known) {
        return new DroppedUnits(digest, known);
    }

    String hash() {
        return HexFormat.of().formatHex(copy().digest());
    }

    Pinned pinned() {
        return pinned;
    }

    private MessageDigest copy() {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-256 of every Java can be copied", e);
        }
    }
}
