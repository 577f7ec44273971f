package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.FileQuery;
import dev.deft.json.Json;
import dev.deft.os.KnownFiles;
import dev.deft.os.OsFiles;
import dev.deft.os.PathScope;
import dev.deft.os.SessionVariables;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.state.Sidecars;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.background.DetachedProcesses;
import dev.deft.process.pool.Sandboxes;
import dev.deft.proxy.NetworkReach;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxBase;
import dev.deft.state.StatePaths;
import dev.deft.undo.UndoStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What sessions on one root share, and what each of them costs.
class SessionsOnOneRootTest {

    private static final int MANY = 1_000;
    private static final long MOST_BYTES_EACH = 40 * 1024;

    @TempDir Path directory;

    private Path root = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        root = directory.toRealPath();
        Files.writeString(root.resolve("a.txt"), "one\n");
    }

    /// All that the machine keeps for a session.
    private record OneSession(
            OsShells shells, UndoStore undo, Sidecars sidecars, KnownFiles memory) {

        static OneSession on(WorkspaceTree tree, Sandboxes sandboxes, int number) {
            String id = "session" + number;
            var state = new StatePaths(Path.of(tree.root()));
            var traffic = new ConnectionLog(state, id, InstantSource.system());
            var confinement =
                    new Confinement(
                            SandboxMode.AUTO,
                            CommandFiles.everything(),
                            List.of(),
                            new NetworkReach(List.of("a.example"), traffic),
                            ResourceLimits.USUAL);
            return new OneSession(
                    new OsShells(
                            sandboxes,
                            new ShellSetup(confinement, List.of(), CommandChoices.DEFAULT),
                            new SessionVariables(System.getenv(), new Values()),
                            Optional.of(new DetachedProcesses(state, id))),
                    new UndoStore(tree, id, UndoStore.MOST_BYTES, _ -> {}),
                    new Sidecars(state, id),
                    new KnownFiles());
        }
    }

    private static final class Values implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }

    @Test
    void useOneIndexAndOneWatcher() throws Exception {
        try (WorkspaceTree tree = WorkspaceTree.open(root.toString(), Map.of())) {
            tree.warm();
            assertThat(ShellFixture.eventually(() -> watchers() == 1)).isTrue();

            List<List<String>> found = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                found.add(
                        found(
                                tree.files(
                                        PathScope.EVERYTHING,
                                        new KnownFiles(),
                                        ChangeRecorder.NONE)));
            }

            assertThat(found).containsExactly(List.of("a.txt"), List.of("a.txt"));
            assertThat(watchers()).isLessThanOrEqualTo(1);
        }
        assertThat(ShellFixture.eventually(() -> watchers() == 0)).isTrue();
    }

    private static List<String> found(OsFiles files) throws Exception {
        var query = new FileQuery(files.resolve("."), "*.txt", FileQuery.Order.BY_PATH);
        return files.find(query).files();
    }

    /// How many instances of inotify watch the root.
    private long watchers() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fdinfo"))) {
            Object inode = Files.getAttribute(root, "unix:ino");
            String sign = "inotify wd:\\S+ ino:" + Long.toHexString((Long) inode) + " ";
            return all.filter(it -> Pattern.compile(sign).matcher(content(it)).find()).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String content(Path descriptor) {
        try {
            return Files.readString(descriptor);
        } catch (IOException _) {
            // It was closed meanwhile.
            return "";
        }
    }

    /// What this process has open, without what the class loader and watchers open at any time.
    private static List<String> descriptors() {
        List<String> open = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path it : all.toList()) {
                try {
                    open.add(Files.readSymbolicLink(it).toString());
                } catch (IOException _) {
                    // It was closed meanwhile.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.removeIf(it -> it.endsWith(".jar") || it.startsWith("/proc/"));
        return open;
    }

    @Test
    @Tag("slow")
    void costLittleWhileTheyDoNothing() throws Exception {
        var base = SandboxBase.of(root, System.getenv());
        try (WorkspaceTree tree = WorkspaceTree.open(root.toString(), Map.of());
                var sandboxes = new Sandboxes(base, List.of(directory))) {
            List<OneSession> sessions = new ArrayList<>();
            sessions.add(OneSession.on(tree, sandboxes, 0));
            long heap = usedHeap();
            int open = descriptors().size();
            int threads = Thread.getAllStackTraces().size();
            long children = ProcessHandle.current().children().count();

            for (int i = 1; i <= MANY; i++) {
                sessions.add(OneSession.on(tree, sandboxes, i));
            }

            long each = (usedHeap() - heap) / MANY;
            System.out.println("heap of an idle session on the machine: " + each + " bytes");
            assertThat(each).isLessThan(MOST_BYTES_EACH);
            assertThat(descriptors()).hasSizeLessThanOrEqualTo(open);
            assertThat(Thread.getAllStackTraces()).hasSizeLessThanOrEqualTo(threads);
            assertThat(ProcessHandle.current().children().count()).isLessThanOrEqualTo(children);
            for (OneSession it : sessions) {
                it.shells().close();
            }
        }
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
