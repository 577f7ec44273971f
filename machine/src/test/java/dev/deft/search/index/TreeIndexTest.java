package dev.deft.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.kernel.Inotify;
import dev.deft.kernel.Syscalls;
import dev.deft.search.glob.OuterRules;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.NativeDisk;
import dev.deft.search.walk.Worker;
import dev.deft.search.walk.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeIndexTest {

    @TempDir Path root;

    @Test
    void isBuiltThoughADirectoryVanishesMeanwhile() throws Exception {
        assumeTrue(Syscalls.available(), "only Linux has inotify");
        Path vanishing = Files.createDirectory(root.resolve("vanishing"));
        Files.writeString(root.resolve("stays"), "x");
        OuterRules rules = OuterRules.load(root, Map.of());
        try (var pool = new WorkerPool(() -> new NativeDisk(root))) {
            Worker worker = pool.acquire();
            Folder top = worker.disk().root();
            Pace removing = removing(vanishing);
            try (var index = new TreeIndex(rules, new Inotify(), worker, top, removing)) {
                assertThat(index.top().files).hasSize(1);
                index.refresh(worker, top, rules, removing);
                assertThat(index.broken()).isFalse();
                assertThat(index.top().folders).isEqualTo(List.of());
            } finally {
                worker.disk().release(top);
                pool.release(worker);
            }
        }
    }

    /// Removes a directory when it is watched already and not yet listed: the second time.
    private static Pace removing(Path directory) {
        int[] times = {0};
        return () -> {
            if (++times[0] == 2) {
                try {
                    Files.delete(directory);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return true;
        };
    }
}
