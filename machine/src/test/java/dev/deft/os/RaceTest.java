package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.HostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// A directory that somebody swaps for a link leading out, as fast as he can.
@ParameterizedClass
@EnumSource(Trees.class)
class RaceTest {

    private static final int MOST_ATTEMPTS = 10_000_000;
    private static final String INSIDE = "inside";
    private static final String OUTSIDE = "outside";

    private final Trees trees;
    @TempDir private Path temporary;
    private Path root;
    private Path outside;
    private volatile boolean over;

    RaceTest(Trees trees) {
        this.trees = trees;
    }

    @BeforeEach
    void prepare() throws IOException {
        root = Files.createDirectory(temporary.resolve("root"));
        outside = Files.createDirectory(temporary.resolve("outside"));
        Files.writeString(outside.resolve("file"), OUTSIDE);
        Files.createDirectory(root.resolve("dir"));
        Files.writeString(root.resolve("dir/file"), INSIDE);
        Files.createSymbolicLink(root.resolve("link"), outside);
    }

    @Test
    void leaksNothingInFiftyThousandOpens() throws Exception {
        race(trees == Trees.IN_ONE_STEP ? 50_000 : 5_000, this::swapDirectory);
    }

    @Test
    @Tag("deep")
    void leaksNothingInAMillionOpens() throws Exception {
        race(trees == Trees.IN_ONE_STEP ? 1_000_000 : 50_000, this::swapDirectory);
    }

    @Test
    void leaksNothingWhenALinkInsideIsSwapped() throws Exception {
        turnIntoLink();
        race(5_000, this::swapLink);
    }

    @Test
    void writesNothingOutside() throws Exception {
        turnIntoLink();
        var written = new AtomicInteger();
        underAttack(
                this::swapLink,
                bench -> {
                    // On a busy machine the link may lead out during all of the first attempts.
                    for (int i = 0; i < 300 || (written.get() == 0 && i < MOST_ATTEMPTS); i++) {
                        try {
                            bench.write("dir/file", "attempt " + i);
                            written.incrementAndGet();
                        } catch (HostException _) {
                            // Expected while the link leads out.
                        }
                    }
                });
        assertThat(written).hasPositiveValue();
        assertThat(Bench.files(outside, _ -> true)).containsExactly("file");
        assertThat(outside.resolve("file")).hasContent(OUTSIDE);
        assertThat(root.resolve("real/file")).content().startsWith("attempt");
    }

    private void turnIntoLink() throws IOException {
        Files.move(root.resolve("dir"), root.resolve("real"));
        Files.createSymbolicLink(root.resolve("dir"), Path.of("real"));
    }

    private void race(int opens, Swap swap) throws Exception {
        var read = new AtomicInteger();
        var refused = new AtomicInteger();
        var leaked = new AtomicInteger();
        underAttack(
                swap,
                bench -> {
                    // On a busy machine one side may win all of the first attempts.
                    for (int i = 0;
                            i < opens
                                    || ((read.get() == 0 || refused.get() == 0)
                                            && i < MOST_ATTEMPTS);
                            i++) {
                        try {
                            (bench.read("dir/file").equals(INSIDE) ? read : leaked)
                                    .incrementAndGet();
                        } catch (HostException _) {
                            refused.incrementAndGet();
                        }
                    }
                });
        assertThat(leaked).hasValue(0);
        assertThat(read).hasPositiveValue();
        assertThat(refused).hasPositiveValue();
    }

    private void underAttack(Swap swap, Work work) throws Exception {
        var failures = new ArrayList<IOException>();
        Thread swapper = Thread.ofPlatform().start(() -> swapUntilOver(swap, failures));
        try (Bench bench = Bench.of(root, trees)) {
            work.run(bench);
        } finally {
            over = true;
            swapper.join();
        }
        assertThat(failures).isEmpty();
    }

    private void swapUntilOver(Swap swap, List<IOException> failures) {
        try {
            while (!over) {
                swap.run();
            }
        } catch (IOException e) {
            failures.add(e);
        }
    }

    private void swapDirectory() throws IOException {
        Files.move(root.resolve("dir"), root.resolve("aside"));
        Files.move(root.resolve("link"), root.resolve("dir"));
        Files.move(root.resolve("dir"), root.resolve("link"));
        Files.move(root.resolve("aside"), root.resolve("dir"));
    }

    private void swapLink() throws IOException {
        for (Path target : List.of(outside, Path.of("real"))) {
            Path next = Files.createSymbolicLink(root.resolve("next"), target);
            Files.move(next, root.resolve("dir"), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private interface Swap {

        void run() throws IOException;
    }

    private interface Work {

        void run(Bench bench) throws IOException, InterruptedException;
    }
}
