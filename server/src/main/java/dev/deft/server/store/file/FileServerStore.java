package dev.deft.server.store.file;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.schedule.FileScheduleStore;
import dev.deft.agent.schedule.ScheduleStore;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.host.Bytes;
import dev.deft.os.OsFileLocks;
import dev.deft.server.store.AccessStores;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.EventJournal;
import dev.deft.server.store.LiveEvents;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.StoredReplies;
import dev.deft.server.store.TokenStore;
import dev.deft.state.FileLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Everything a server stores, in files: sessions and schedules in their workspaces, as the command
/// line has them; the rest in a directory of its own, which one process uses at a time.
public final class FileServerStore implements ServerStore {

    private final Places places;
    private final AccessStores access;
    private final FileLocks.Lock lock;
    private final LocalEvents live = new LocalEvents();
    private final FileJournal journal;
    private final FileRequests requests;
    private final FileCluster cluster;

    /// Where files are.
    ///
    /// @param directory of the server alone
    /// @param environment names the user's directories
    /// @param notices receives sentences for people
    public record Places(
            Path directory,
            Map<String, String> environment,
            InstantSource clock,
            Consumer<String> notices) {}

    private FileServerStore(Places places, AccessStores access, FileLocks.Lock lock, String server)
            throws IOException {
        this.places = places;
        this.access = access;
        this.lock = lock;
        this.journal = FileJournal.open(places.directory().resolve("journal.jsonl"), live);
        this.requests = FileRequests.open(places.directory().resolve("requests"));
        this.cluster = FileCluster.open(server, places.directory().resolve("at-work"));
        requests.keep(cluster.left());
    }

    /// Opens the store.
    ///
    /// @param server the name of this server
    /// @throws IOException if another process uses the directory, or it cannot be used
    public static FileServerStore open(Places places, AccessStores access, String server)
            throws IOException {
        Path directory =
                Files.createDirectories(
                        places.directory(),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
        String owner = "process " + ProcessHandle.current().pid();
        Optional<FileLocks.Lock> lock =
                new OsFileLocks()
                        .tryLock(
                                directory,
                                "lock",
                                Bytes.of(owner.getBytes(StandardCharsets.UTF_8)));
        if (lock.isEmpty()) {
            throw new IOException(
                    "Another deft serve offers the same workspaces (%s). Stop it first."
                            .formatted(Files.readString(directory.resolve("lock")).strip()));
        }
        try {
            return new FileServerStore(places, access, lock.get(), server);
        } catch (IOException e) {
            lock.get().close();
            throw e;
        }
    }

    @Override
    public String kind() {
        return "files";
    }

    @Override
    public SessionStore sessions(ServedWorkspace workspace) {
        UserDirectories user = UserDirectories.from(places.environment());
        return new FileSessionStore(
                new SessionPaths(workspace.root(), user.data(), user.cache()),
                new OsFileLocks(),
                places.clock(),
                places.notices());
    }

    @Override
    public ScheduleStore schedules(ServedWorkspace workspace) {
        return new FileScheduleStore(
                workspace.root(),
                UserDirectories.from(places.environment()).data(),
                new OsFileLocks(),
                places.clock(),
                places.notices());
    }

    @Override
    public TokenStore tokens() {
        return access.tokens();
    }

    @Override
    public OpenRequests requests() {
        return requests;
    }

    @Override
    public StoredReplies replies() {
        return access.replies();
    }

    @Override
    public AuditLog audit() {
        return access.audit();
    }

    @Override
    public EventJournal journal() {
        return journal;
    }

    @Override
    public LiveEvents live() {
        return live;
    }

    @Override
    public Cluster cluster() {
        return cluster;
    }

    @Override
    public void check() throws IOException {
        Path probe = places.directory().resolve("probe");
        try {
            Files.writeString(probe, "");
        } catch (IOException e) {
            throw new IOException(
                    "The directory %s cannot be written: %s"
                            .formatted(places.directory(), e.getMessage()),
                    e);
        }
    }

    @Override
    public void close() {
        try (lock) {
            journal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
