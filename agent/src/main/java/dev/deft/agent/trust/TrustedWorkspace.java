package dev.deft.agent.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A workspace that the user trusts, with the files as they were then.
///
/// @param root its real path
/// @param files the fingerprints by path, relative to the root
public record TrustedWorkspace(Path root, Instant since, SortedMap<String, String> files) {

    public TrustedWorkspace {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    }

    /// The same with a file as it is now.
    public TrustedWorkspace with(String name, byte[] content) {
        SortedMap<String, String> more = new TreeMap<>(files);
        more.put(name, FileFingerprint.of(content));
        return new TrustedWorkspace(root, since, more);
    }

    /// Compares a file with the one that was trusted.
    public FileTrust state(String name, byte[] content) {
        return state(name, FileFingerprint.of(content));
    }

    /// Compares a file with the one that was trusted.
    public FileTrust state(String name, Path file) throws IOException {
        return files.containsKey(name) ? state(name, FileFingerprint.of(file)) : FileTrust.NEW;
    }

    /// Compares a fingerprint with the one that was trusted.
    private FileTrust state(String name, String fingerprint) {
        String trusted = files.get(name);
        if (trusted == null) {
            return FileTrust.NEW;
        }
        return trusted.equals(fingerprint) ? FileTrust.TRUSTED : FileTrust.CHANGED;
    }
}
