package dev.deft.app.terminal.editor;

import java.util.Optional;

/// Where images are pasted from.
@FunctionalInterface
public interface Clipboard {

    /// The image in the clipboard. It may take a while.
    Optional<byte[]> image();
}
