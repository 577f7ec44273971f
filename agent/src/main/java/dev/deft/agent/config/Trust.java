package dev.deft.agent.config;

import dev.deft.agent.trust.FileTrust;
import dev.deft.agent.trust.TrustStore;
import dev.deft.agent.trust.TrustedWorkspace;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Which files of a workspace the user trusts: all, none, or those that have not changed since.
///
/// A file that is not trusted may come from somebody else: it cannot set where keys are sent, what
/// is started or what is allowed.
public final class Trust {

    /// Every file is trusted, whatever is in it.
    public static final Trust TRUSTED = new Trust(true, Optional.empty());

    /// No file is trusted.
    public static final Trust UNKNOWN = new Trust(false, Optional.empty());

    private final boolean everything;
    private final Optional<TrustedWorkspace> stored;

    private Trust(boolean everything, Optional<TrustedWorkspace> stored) {
        this.everything = everything;
        this.stored = stored;
    }

    /// The trust of a workspace: what the policy says, otherwise what the user said with `deft
    /// trust`.
    ///
    /// @param root the real path of the workspace
    /// @param environment names the user's directories
    /// @throws IOException if the user's entry is broken
    public static Trust of(Policy policy, Path root, Map<String, String> environment)
            throws IOException {
        if (policy.trust().isPresent()) {
            return policy.trust().get() ? TRUSTED : UNKNOWN;
        }
        Optional<TrustedWorkspace> stored =
                new TrustStore(UserDirectories.from(environment).data()).find(root);
        return stored.isEmpty() ? UNKNOWN : new Trust(false, stored);
    }

    /// Trusts one file of a workspace as it is now, where the user trusts the workspace already:
    /// the user has just agreed to what it says.
    ///
    /// @param root the real path of the workspace
    /// @param name of the file, relative to the root
    public static void renew(Path root, String name, Map<String, String> environment)
            throws IOException {
        var store = new TrustStore(UserDirectories.from(environment).data());
        Optional<TrustedWorkspace> stored = store.find(root);
        if (stored.isPresent()) {
            store.put(stored.get().with(name, Files.readAllBytes(root.resolve(name))));
        }
    }

    /// Whether the user trusts a workspace in which a file is as it was then, or not there at all.
    ///
    /// @param root the real path of the workspace
    /// @param name of the file, relative to the root
    public static boolean isKept(Path root, String name, Map<String, String> environment)
            throws IOException {
        Optional<TrustedWorkspace> stored =
                new TrustStore(UserDirectories.from(environment).data()).find(root);
        Path file = root.resolve(name);
        return stored.isPresent()
                && (!Files.exists(file) || stored.get().state(name, file) == FileTrust.TRUSTED);
    }

    /// Whether no file is trusted.
    public boolean isUnknown() {
        return !everything && stored.isEmpty();
    }

    /// Says why a file must not be used, for the rest of a sentence that names it; empty if it may
    /// be used.
    ///
    /// @param name of the file, relative to the root
    /// @param content what will be used; a file that is read again may be another one
    public Optional<String> objection(String name, byte[] content) {
        if (everything) {
            return Optional.empty();
        }
        return stored.isEmpty()
                ? Optional.of(unknown())
                : objection(name, stored.get().state(name, content));
    }

    /// Says why a program of the workspace must not be started; empty if it may.
    ///
    /// @param root the real path of the workspace
    /// @param program below the root, or leading to a file below it
    public Optional<String> objection(Path root, Path program) {
        if (everything) {
            return Optional.empty();
        }
        if (stored.isEmpty()) {
            return Optional.of(unknown());
        }
        Path file = root.resolve(program).normalize();
        String name = root.relativize(file).toString();
        try {
            return Files.isRegularFile(file)
                    ? objection(name, stored.get().state(name, file))
                    : Optional.of(name + " is no file");
        } catch (IOException e) {
            return Optional.of("%s cannot be read: %s".formatted(name, e.getMessage()));
        }
    }

    private static String unknown() {
        return "the workspace is not trusted; see deft trust";
    }

    private static Optional<String> objection(String name, FileTrust state) {
        return switch (state) {
            case TRUSTED -> Optional.empty();
            case CHANGED ->
                    Optional.of(
                            name
                                    + " changed after you trusted the workspace; look at it, then"
                                    + " run deft trust add");
            case NEW ->
                    Optional.of(
                            name
                                    + " is new since you trusted the workspace; look at it, then"
                                    + " run deft trust add");
        };
    }
}
