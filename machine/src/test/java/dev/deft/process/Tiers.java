package dev.deft.process;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// Sessions behind each of the fences, for tests about what they have in common.
final class Tiers {

    private Tiers() {}

    /// A session behind one fence and no other; the test is passed over where there is none.
    static ShellFixture desk(Tier tier, Path root) throws IOException {
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        return ShellFixture.with(
                Set.of(tier),
                root,
                tier == Tier.NONE ? SandboxMode.OFF : SandboxMode.REQUIRED,
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }
}
