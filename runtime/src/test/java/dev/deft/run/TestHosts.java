package dev.deft.run;

import dev.deft.host.CallInfo;
import dev.deft.host.Host;
import dev.deft.host.HostSession;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.testing.InMemoryHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// Hosts in memory, with sidecars in a directory.
public final class TestHosts implements HostFactory {

    private final InMemoryHost memory = InMemoryHost.empty();
    private final Path sidecars;
    private final AtomicInteger count = new AtomicInteger();

    public TestHosts(Path sidecars) {
        this.sidecars = sidecars;
    }

    @Override
    public WorkspaceFiles pathResolver() {
        return memory.files();
    }

    @Override
    public CallHost open(PreparedCall<?> call, Progress progress) {
        return new MemoryCallHost(
                memory,
                progress,
                call.limits(),
                new CallInfo(
                        call.callId(),
                        call.origin().messageId(),
                        "test",
                        Optional.empty(),
                        call.origin().extra()),
                sidecars.resolve("part-" + count.incrementAndGet()));
    }

    private static final class MemoryCallHost implements CallHost {

        private final Host memory;
        private final Progress progress;
        private final Limits limits;
        private final CallInfo call;
        private final Path file;
        private volatile boolean revoked;
        private Optional<OutputStream> begun = Optional.empty();

        MemoryCallHost(Host memory, Progress progress, Limits limits, CallInfo call, Path file) {
            this.memory = memory;
            this.progress = progress;
            this.limits = limits;
            this.call = call;
            this.file = file;
        }

        @Override
        public WorkspaceFiles files() {
            if (revoked) {
                throw new IllegalStateException("revoked");
            }
            return memory.files();
        }

        @Override
        public Shell shell() {
            return memory.shell();
        }

        @Override
        public Network net() {
            return memory.net();
        }

        @Override
        public HostSession session() {
            return memory.session();
        }

        @Override
        public Progress progress() {
            return progress;
        }

        @Override
        public Limits limits() {
            return limits;
        }

        @Override
        public CallInfo call() {
            return call;
        }

        @Override
        public OutputStream sidecar() throws IOException {
            begun = Optional.of(Files.newOutputStream(file));
            return begun.get();
        }

        @Override
        public void revoke() {
            revoked = true;
        }

        @Override
        public Path spill(String all) throws IOException {
            return Files.writeString(file, all);
        }

        @Override
        public Optional<Path> closeSidecar(boolean keep) throws IOException {
            if (begun.isEmpty()) {
                return Optional.empty();
            }
            begun.get().close();
            if (!keep) {
                Files.delete(file);
            }
            return keep ? Optional.of(file) : Optional.empty();
        }
    }
}
