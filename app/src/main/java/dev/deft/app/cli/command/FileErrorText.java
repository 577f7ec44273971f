package dev.deft.app.cli.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Describes file errors in words. The messages of the most common JDK exceptions are only a path.
public final class FileErrorText {

    private FileErrorText() {}

    public static String told(IOException trouble) {
        if (trouble instanceof NoSuchFileException it) {
            return it.getFile() + ": there is no such file or directory";
        }
        if (trouble instanceof AccessDeniedException it) {
            return it.getFile() + ": permission denied; look at its owner and mode";
        }
        if (trouble instanceof FileAlreadyExistsException it) {
            return it.getFile() + " already exists";
        }
        if (trouble instanceof NotDirectoryException it) {
            return it.getFile() + " is not a directory";
        }
        if (trouble instanceof FileSystemException it && it.getReason() == null) {
            return it.getFile() + " cannot be used (" + it.getClass().getSimpleName() + ")";
        }
        return trouble.getMessage() == null ? trouble.toString() : trouble.getMessage();
    }
}
