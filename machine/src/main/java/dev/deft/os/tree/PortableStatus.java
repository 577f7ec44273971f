package dev.deft.os.tree;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.deft.kernel.Errno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Reads the status of a file with the JDK on a Unix system.
public final class PortableStatus {

    private PortableStatus() {}

    public static FileStatus of(Path path) throws IOException {
        return of(Files.readAttributes(path, "unix:*", NOFOLLOW_LINKS));
    }

    /// @param key identifies the file that is meant
    static FileStatus of(Path path, Object key) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(path, "unix:*", NOFOLLOW_LINKS);
        if (!key.equals(attributes.get("fileKey"))) {
            throw new KernelException("stat", Errno.ELOOP);
        }
        return of(attributes);
    }

    private static FileStatus of(Map<String, Object> attributes) {
        return new FileStatus(
                (int) number(attributes, "mode"),
                (int) number(attributes, "nlink"),
                (int) number(attributes, "uid"),
                (int) number(attributes, "gid"),
                number(attributes, "dev"),
                number(attributes, "ino"),
                number(attributes, "size"),
                nanos(attributes, "lastModifiedTime"),
                nanos(attributes, "ctime"));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : 0;
    }

    private static long nanos(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0;
    }
}
