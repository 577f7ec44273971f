package dev.deft.os.tree;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileErrno;
import dev.deft.kernel.KernelException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/// Finds the error number behind an exception of the JDK. Some exceptions carry it only in their
/// message.
final class PortableErrors {

    private static final Map<String, Integer> TEXTS =
            Map.of(
                    "Too many levels of symbolic links", Errno.ELOOP,
                    "Not a directory", Errno.ENOTDIR,
                    "Is a directory", FileErrno.EISDIR,
                    "No space left on device", Errno.ENOSPC,
                    "Disk quota exceeded", FileErrno.EDQUOT,
                    "Read-only file system", FileErrno.EROFS,
                    "File name too long", Errno.ENAMETOOLONG,
                    "File too large", FileErrno.EFBIG,
                    "Operation not permitted", Errno.EPERM);

    private PortableErrors() {}

    static KernelException of(IOException e) {
        return switch (e) {
            case KernelException known -> known;
            case NoSuchFileException _ -> new KernelException("file", Errno.ENOENT);
            case AccessDeniedException _ -> new KernelException("file", Errno.EACCES);
            case FileAlreadyExistsException _ -> new KernelException("file", FileErrno.EEXIST);
            case NotDirectoryException _ -> new KernelException("file", Errno.ENOTDIR);
            case DirectoryNotEmptyException _ -> new KernelException("file", FileErrno.ENOTEMPTY);
            default -> new KernelException("file", byText(String.valueOf(e.getMessage())));
        };
    }

    private static int byText(String message) {
        return TEXTS.entrySet().stream()
                .filter(it -> message.contains(it.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(FileErrno.EIO);
    }
}
