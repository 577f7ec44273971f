package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.sandbox.Tier;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process of ours that was killed with a session open.
class KilledTest {

    @TempDir Path root;

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
                        false);
        assertThat(Desk.eventually(() -> sleeper.count() == 3)).isTrue();

        killed.destroyForcibly().waitFor();

        assertThat(Desk.eventually(() -> sleeper.count() == 0)).isTrue();
    }
}
