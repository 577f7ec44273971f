package dev.deft.os.tree;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENAMETOOLONG;
import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.Errno.ENOSPC;
import static dev.deft.kernel.Errno.ENOTDIR;
import static dev.deft.kernel.Errno.EPERM;
import static dev.deft.kernel.FileErrno.EDQUOT;
import static dev.deft.kernel.FileErrno.EEXIST;
import static dev.deft.kernel.FileErrno.EFBIG;
import static dev.deft.kernel.FileErrno.EIO;
import static dev.deft.kernel.FileErrno.EISDIR;
import static dev.deft.kernel.FileErrno.ENODEV;
import static dev.deft.kernel.FileErrno.ENXIO;
import static dev.deft.kernel.FileErrno.EROFS;
import static dev.deft.kernel.FileErrno.EXDEV;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.KernelException;
import java.util.List;

/// Turns error numbers of the kernel into messages for the model.
public final class FileErrorMessages {

    private FileErrorMessages() {}

    /// A path could not be resolved.
    public static HostException looking(KernelException e, String path) {
        return e.errno() == ELOOP
                ? new HostException(
                        ErrorCode.INVALID_ARGUMENTS,
                        "%s goes through too many symbolic links; they may form a circle. Use the path of the file itself."
                                .formatted(path))
                : reading(e, path);
    }

    public static HostException reading(KernelException e, String path) {
        return switch (e.errno()) {
            case EACCES, EPERM ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "The operating system does not let this user read %s. Change its permissions or use another file."
                                    .formatted(path));
            default -> either(e, path);
        };
    }

    public static HostException changing(KernelException e, String path) {
        return switch (e.errno()) {
            case EACCES, EPERM ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "The operating system does not let this user change %s. Change the permissions of the file or its directory."
                                    .formatted(path));
            case EEXIST -> exists(path);
            default -> either(e, path);
        };
    }

    private static HostException either(KernelException e, String path) {
        return switch (e.errno()) {
            case ENOENT -> missing(path);
            case ENOTDIR -> belowFile(path);
            case EISDIR -> directory(path);
            case ENXIO -> special(path);
            case ELOOP ->
                    new HostException(
                            ErrorCode.CONFLICT,
                            "%s was swapped for a symbolic link just now. Try again."
                                    .formatted(path));
            case ENAMETOOLONG ->
                    new HostException(
                            ErrorCode.INVALID_ARGUMENTS,
                            "The path is too long for the file system: a name may have 255 bytes, a path 4095. Use a shorter one.");
            case ENOSPC, EDQUOT ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "No space is left on the disk, so %s is unchanged. Free some space and try again."
                                    .formatted(path));
            case EROFS ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "%s lies on a read-only file system, so it is unchanged. Use a place that can be written."
                                    .formatted(path));
            case EFBIG ->
                    new HostException(
                            ErrorCode.TOO_LARGE,
                            "The file system does not allow %s to be that large, so it is unchanged."
                                    .formatted(path));
            case EXDEV ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "%s lies on another file system. Write a new file there and delete the old one."
                                    .formatted(path));
            case ENODEV ->
                    new HostException(
                            ErrorCode.CAPABILITY_DENIED,
                            "%s is in a directory that is not granted here. Grant its directory, for example with --add-dir, or use a path inside the workspace."
                                    .formatted(path));
            case EIO ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "The disk reported an error on %s. Look at the file before you rely on it."
                                    .formatted(path));
            default ->
                    new HostException(
                            ErrorCode.IO_ERROR,
                            "The operating system refused %s (error %d)."
                                    .formatted(path, e.errno()));
        };
    }

    public static HostException missing(String path) {
        return new HostException(
                ErrorCode.NOT_FOUND, "There is no file or directory %s.".formatted(path));
    }

    public static HostException missing(String path, List<String> near) {
        return new HostException(
                ErrorCode.NOT_FOUND,
                "There is no file or directory %s. Did you mean %s?"
                        .formatted(path, String.join(", ", near)));
    }

    public static HostException exists(String path) {
        return new HostException(
                ErrorCode.CONFLICT,
                "%s exists already. Use another name or delete it first.".formatted(path));
    }

    static HostException belowFile(String path) {
        return new HostException(
                ErrorCode.NOT_FOUND,
                "There is no %s: a part of this path is a file, not a directory.".formatted(path));
    }

    public static HostException directory(String path) {
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "%s is a directory, not a file. Use `ls` to see what is in it.".formatted(path));
    }

    public static HostException notDirectory(String path) {
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "%s is a file, not a directory. Use `read` to see what it holds.".formatted(path));
    }

    public static HostException special(String path) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "%s is a pipe, a socket or a device. Only regular files can be used."
                        .formatted(path));
    }

    public static HostException tooLarge(String path, long size, long most) {
        return new HostException(
                ErrorCode.TOO_LARGE,
                "%s has %d bytes, more than the %d that fit here.".formatted(path, size, most));
    }

    public static HostException linked(String path, int links) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "%1$s has %2$d hard links, and its content may belong to others. To break the link, copy it and move the copy over it: cp -p %1$s %1$s.new && mv %1$s.new %1$s"
                        .formatted(path, links));
    }

    public static HostException changedMeanwhile(String path) {
        return new HostException(
                ErrorCode.CONFLICT,
                "%s was changed by someone else just now, so it was left alone. Read it again."
                        .formatted(path));
    }

    public static HostException notReadable(String path) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "This call may not read %s. Use a file it may read.".formatted(path));
    }

    public static HostException notWritable(String path) {
        return new HostException(
                ErrorCode.CAPABILITY_DENIED,
                "This call may not change %s. Use a file it may change.".formatted(path));
    }
}
