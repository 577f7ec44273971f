package dev.deft.process.pool;

import dev.deft.sandbox.OutsidePaths;
import dev.deft.sandbox.SandboxInputs;

/// What sandboxes show of the machine outside the workspace.
///
/// @param secrets the files that are hidden, whether they exist or not
record OutsideView(OutsidePaths outside, FileIdentities secrets) {

    /// Looks around, which takes a while. A secret that appears meanwhile has another identity
    /// then.
    static OutsideView of(SandboxInputs surroundings) {
        FileIdentities secrets = FileIdentities.of(surroundings.secrets());
        return new OutsideView(surroundings.outside(), secrets);
    }

    /// Whether all that is to be hidden is.
    boolean holds() {
        return secrets.holds();
    }
}
