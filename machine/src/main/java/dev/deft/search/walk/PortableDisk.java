package dev.deft.search.walk;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Accesses the disk through the JDK only, for machines without our system calls: same results, but
/// slower.
///
/// It has no directory descriptors. To detect a name that is swapped for a link between listing and
/// opening, it rejects every link at the end of a path and compares the real path of the directory.
public final class PortableDisk implements Disk {

    private final Path root;
    private Optional<FileChannel> file = Optional.empty();

    public PortableDisk(Path root) {
        this.root = root;
    }

    /// A directory by its path, with the paths of its entries, whose names may not be valid text.
    private static final class PathFolder extends Folder {

        final Path path;
        final Map<String, Path> entries = new HashMap<>();

        PathFolder(Path path) {
            this.path = path;
        }

        Path child(byte[] name) {
            String text = new String(name, UTF_8);
            Path known = entries.get(text);
            return known == null ? path.resolve(text) : known;
        }
    }

    @Override
    public Folder root() throws IOException {
        return new PathFolder(root.toRealPath());
    }

    @Override
    public Folder open(Folder parent, byte[] name) throws IOException {
        Path path = ((PathFolder) parent).child(name);
        if (!Files.isDirectory(path, NOFOLLOW_LINKS) || !path.toRealPath().equals(path)) {
            throw new NotDirectoryException(path.toString());
        }
        return new PathFolder(path);
    }

    @Override
    public void release(Folder folder) {
        // Nothing is open.
    }

    @Override
    public void list(Folder folder, DirectoryEntries into) throws IOException {
        into.clear();
        var place = (PathFolder) folder;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place.path)) {
            for (Path entry : entries) {
                byte[] name = RawNames.ofName(entry);
                place.entries.put(new String(name, UTF_8), entry);
                into.add(name, type(entry));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static DirectoryEntries.Type type(Path path) {
        try {
            return type(Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS));
        } catch (IOException _) {
            return DirectoryEntries.Type.OTHER;
        }
    }

    private static DirectoryEntries.Type type(BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            return DirectoryEntries.Type.FILE;
        }
        if (attributes.isDirectory()) {
            return DirectoryEntries.Type.DIRECTORY;
        }
        return attributes.isSymbolicLink()
                ? DirectoryEntries.Type.LINK
                : DirectoryEntries.Type.OTHER;
    }

    @Override
    public FileStat stat(Folder folder, byte[] name) throws IOException {
        var place = (PathFolder) folder;
        Path path = name.length == 0 ? place.path : place.child(name);
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        Object key = Optional.<Object>ofNullable(attributes.fileKey()).orElse(path);
        return new FileStat(type(attributes), attributes.size(), modified, 1, key);
    }

    @Override
    public boolean openFile(Folder folder, byte[] path, int name) {
        Path place = ((PathFolder) folder).child(Arrays.copyOfRange(path, name, path.length));
        try {
            if (!Files.isRegularFile(place, NOFOLLOW_LINKS)) {
                return false;
            }
            file = Optional.of(FileChannel.open(place, StandardOpenOption.READ, NOFOLLOW_LINKS));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public long fill(MemorySegment buffer, long from, long to) {
        try {
            ByteBuffer rest = buffer.asSlice(from, to - from).asByteBuffer();
            long total = 0;
            while (rest.hasRemaining()) {
                int length = file.orElseThrow().read(rest);
                if (length < 0) {
                    break;
                }
                total += length;
            }
            return total;
        } catch (IOException _) {
            return -1;
        }
    }

    @Override
    public void closeFile() {
        try {
            file.orElseThrow().close();
        } catch (IOException _) {
            // A failed close loses no data of a file that was only read.
        }
        file = Optional.empty();
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, byte value) {
        for (long i = from; i < to; i++) {
            if (text.get(JAVA_BYTE, i) == value) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, MemorySegment needle) {
        long size = needle.byteSize() - 1;
        byte first = needle.get(JAVA_BYTE, 0);
        for (long i = from; i <= to - size; i++) {
            if (text.get(JAVA_BYTE, i) == first && startsWith(text, i, needle, size)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean startsWith(MemorySegment text, long at, MemorySegment part, long size) {
        for (long i = 1; i < size; i++) {
            if (text.get(JAVA_BYTE, at + i) != part.get(JAVA_BYTE, i)) {
                return false;
            }
        }
        return true;
    }
}
