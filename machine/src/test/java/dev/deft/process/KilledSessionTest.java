package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.process.ShellChild.Manner;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// A process of ours that was killed with a session open.
class KilledSessionTest {

    @TempDir Path root;
    @TempDir Path temporary;

    @ParameterizedTest
    @EnumSource
    void leavesNoCommandBehind(Tier tier) throws Exception {
        Tiers.desk(tier, root).close();
        var sleeper = Sleeper.fresh();
        Process killed =
                ShellChild.start(
                        tier,
                        root,
                        "env -i setsid -f /bin/bash -c '%1$s'; setsid bash -c '%1$s' & echo on; %1$s"
                                .formatted(sleeper.command()),
                        Manner.BACKGROUND);
        assertThat(ShellFixture.eventually(() -> sleeper.count() == 3)).isTrue();

        killed.destroyForcibly().waitFor();

        assertThat(ShellFixture.eventually(() -> sleeper.count() == 0)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"LANDLOCK,BACKGROUND", "BUBBLEWRAP,ASIDE"})
    void hasItsDirectoriesRemovedByTheNext(Tier tier, Manner manner) throws Exception {
        Tiers.desk(tier, root).close();
        Process killed = ShellChild.start(tier, root, "echo on; sleep 600", manner, temporary);
        List<Path> left = directories();
        killed.destroyForcibly().waitFor();
        assumeTrue(manner != Manner.ASIDE || !left.isEmpty(), "there are no overlays here");
        assertThat(left).hasSize(1);
        assertThat(directories()).isEqualTo(left);
        Process next = ShellChild.start(tier, root, "echo on; sleep 600", manner, temporary);
        try {
            assertThat(ShellFixture.eventually(() -> !Files.exists(left.getFirst()))).isTrue();
            assertThat(directories()).hasSize(1).doesNotContainAnyElementsOf(left);
        } finally {
            next.destroyForcibly().waitFor();
        }
    }

    private List<Path> directories() throws IOException {
        try (Stream<Path> all = Files.list(temporary)) {
            return all.filter(it -> it.getFileName().toString().startsWith("deft-")).toList();
        }
    }
}
