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

    public static String of(IOException error) {
        if (error instanceof NoSuchFileException it) {
            return it.getFile() + ": there is no such file or directory";
        }
        if (error instanceof AccessDeniedException it) {
            return it.getFile() + ": permission denied; look at its owner and mode";
        }
        if (error instanceof FileAlreadyExistsException it) {
            return it.getFile() + " already exists";
        }
        if (error instanceof NotDirectoryException it) {
            return it.getFile() + " is not a directory";
        }
        if (error instanceof FileSystemException it && it.getReason() == null) {
            return it.getFile() + " cannot be used (" + it.getClass().getSimpleName() + ")";
        }
        return error.getMessage() == null ? error.toString() : error.getMessage();
    }
}
