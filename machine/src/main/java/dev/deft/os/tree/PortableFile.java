package dev.deft.os.tree;

import static dev.deft.kernel.Errno.ENOENT;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/// A channel of the JDK in the three roles a file can have.
final class PortableFile implements Tree.Source, Tree.NewFile, Tree.LockedFile {

    private static final int PIECE = 1 << 20;

    private final PortableTree tree;
    private final OsPath path;
    private final FileChannel channel;

    PortableFile(PortableTree tree, OsPath path, FileChannel channel) {
        this.tree = tree;
        this.path = path;
        this.channel = channel;
    }

    /// The same file for a caller that must not close it.
    Tree.Source shared() {
        return new Tree.Source() {
            @Override
            public FileStatus status() throws KernelException {
                return PortableFile.this.status();
            }

            @Override
            public Map<String, Bytes> extendedAttributes() {
                return PortableFile.this.extendedAttributes();
            }

            @Override
            public Bytes read(long position, int length) throws KernelException {
                return PortableFile.this.read(position, length);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public FileStatus status() throws KernelException {
        FileStatus status = tree.look(path).orElseThrow(() -> new KernelException("fstat", ENOENT));
        return PortableTree.call(() -> status.withSize(channel.size()));
    }

    /// The JDK shows only some attributes, so none are copied.
    @Override
    public Map<String, Bytes> extendedAttributes() {
        return Map.of();
    }

    @Override
    public Bytes read(long position, int length) throws KernelException {
        return PortableTree.call(() -> {
            var content = ByteBuffer.allocate(length);
            while (content.hasRemaining()
                    && channel.read(content, position + content.position()) >= 0) {
                // Continues until everything is read or the file ends.
            }
            return Bytes.wrap(
                    content.hasRemaining()
                            ? Arrays.copyOf(content.array(), content.position())
                            : content.array());
        });
    }

    @Override
    public Bytes content() throws KernelException {
        return PortableTree.call(() -> read(0, Math.toIntExact(channel.size())));
    }

    @Override
    public void write(Bytes content) throws KernelException {
        PortableTree.call(() -> {
            ByteBuffer rest = content.buffer();
            while (rest.hasRemaining()) {
                int from = rest.position();
                ByteBuffer piece = rest.slice(from, Math.min(PIECE, rest.remaining()));
                rest.position(from + channel.write(piece));
            }
            return content;
        });
    }

    @Override
    public void append(Bytes content) throws KernelException {
        PortableTree.call(() -> channel.position(channel.size()));
        write(content);
    }

    @Override
    public void setAttributes(FileAttributes fileAttributes) throws KernelException {
        Path file = Path.of(tree.realRoot(), path.display());
        boolean owned =
                fileAttributes.owner().isEmpty() || isOwned(file, fileAttributes.owner().get());
        PortableTree.call(() -> {
            if (fileAttributes.permissions().isPresent()) {
                int permissions = fileAttributes.permissions().getAsInt();
                Files.setAttribute(
                        file, "unix:mode", owned ? permissions : permissions & WITHOUT_SET_ID);
            }
            if (fileAttributes.modified().isPresent()) {
                Files.setLastModifiedTime(
                        file, PortableTree.time(fileAttributes.modified().getAsLong()));
            }
            return file;
        });
    }

    private boolean isOwned(Path file, FileAttributes.Owner wanted) throws KernelException {
        FileStatus own = status();
        if (own.owner() == wanted.user() && own.group() == wanted.group()) {
            return true;
        }
        try {
            Files.setAttribute(file, "unix:uid", wanted.user());
            Files.setAttribute(file, "unix:gid", wanted.group());
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void sync() throws KernelException {
        PortableTree.call(() -> {
            channel.force(true);
            return channel;
        });
    }

    @Override
    public void close() {
        tree.unclaim(path, this);
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("a file that was synchronized cannot fail to close", e);
        }
    }
}
