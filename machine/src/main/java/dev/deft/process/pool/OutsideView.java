package dev.deft.process.pool;

import dev.deft.sandbox.OutsidePaths;
import dev.deft.sandbox.SandboxInputs;

/// What sandboxes show of the machine outside the workspace.
///
/// @param secrets the files that are hidden, whether they exist or not
record OutsideView(OutsidePaths outside, FileIdentities secrets) {

    /// Takes the identities of the secrets first: a secret that appears during the slow scan then
    /// has another identity.
    static OutsideView of(SandboxInputs inputs) {
        FileIdentities secrets = FileIdentities.of(inputs.secrets());
        return new OutsideView(inputs.outside(), secrets);
    }

    /// Whether every secret that exists is hidden.
    boolean isCurrent() {
        return secrets.areUnchanged();
    }
}
