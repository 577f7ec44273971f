package dev.deft.app.terminal.ui;

import java.util.Optional;

/// A widget that asks the user for something.
///
/// @param <T> the answer; a dialog that can be cancelled says so in its answer
public interface Dialog<T> extends Widget {

    /// The answer; empty while the user decides.
    Optional<T> answer();
}
