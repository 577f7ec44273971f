package dev.deft.engine.files;

import java.nio.file.Path;
import java.util.Optional;

/// No editor.
record NoEditor() implements EditorFiles {

    @Override
    public Optional<String> read(Path file) {
        return Optional.empty();
    }

    @Override
    public void write(Path file, String content) {}
}
