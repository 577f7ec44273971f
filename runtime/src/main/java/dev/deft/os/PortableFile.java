package dev.deft.os;

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

/// A channel of the JDK in the three roles a file can have.
final class PortableFile implements Tree.Source, Tree.Draft, Tree.Claim {

    private static final int PIECE = 1 << 20;

    private final PortableTree tree;
    private final OsPath path;
    private final FileChannel channel;

    PortableFile(PortableTree tree, OsPath path, FileChannel channel) {
        this.tree = tree;
        this.path = path;
        this.channel = channel;
    }

    /// The same file for someone who must not close it.
    Tree.Source shared() {
        return new Tree.Source() {
            @Override
            public FileStatus status() throws KernelException {
                return PortableFile.this.status();
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

    @Override
    public Bytes read(long position, int length) throws KernelException {
        return PortableTree.call(() -> {
            var content = ByteBuffer.allocate(length);
            while (content.hasRemaining()
                    && channel.read(content, position + content.position()) >= 0) {
                // Goes on until all is there or the file ends.
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
    public void resemble(FileStatus other) throws KernelException {
        FileStatus own = status();
        if (own.owner() != other.owner() || own.group() != other.group()) {
            try {
                Path file = Path.of(tree.realRoot(), path.display());
                Files.setAttribute(file, "unix:uid", other.owner());
                Files.setAttribute(file, "unix:gid", other.group());
            } catch (IOException _) {
                permissions(other.permissions() & WITHOUT_SET_ID);
                return;
            }
        }
        permissions(other.permissions());
    }

    @Override
    public void permissions(int permissions) throws KernelException {
        Path file = Path.of(tree.realRoot(), path.display());
        PortableTree.call(() -> Files.setAttribute(file, "unix:mode", permissions));
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
