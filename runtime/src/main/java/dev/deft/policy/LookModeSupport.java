package dev.deft.policy;

import java.util.Optional;

/// Whether look mode can be enforced here, so that all changes of a command are discarded.
@FunctionalInterface
public interface LookModeSupport {

    /// For hosts without a sandbox.
    LookModeSupport NONE = () -> Optional.of("there is no sandbox");

    /// Why it cannot be enforced; absent if it can.
    Optional<String> obstacle() throws InterruptedException;
}
