package dev.deft.policy;

import java.util.Optional;

/// Whether commands can be run in look mode here, so that nothing they do lasts.
@FunctionalInterface
public interface LookModeSupport {

    /// For hosts without a fence.
    LookModeSupport NONE = () -> Optional.of("there is no sandbox");

    /// Why they cannot, if they cannot.
    Optional<String> obstacle() throws InterruptedException;
}
