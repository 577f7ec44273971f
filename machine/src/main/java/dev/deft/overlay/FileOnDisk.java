package dev.deft.overlay;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/// The content of a file on disk, read on demand as long as the file is unchanged.
///
/// @param stamp attributes that differ after any change of the file
record FileOnDisk(Path file, long size, Map<String, Object> stamp) implements FileContent {

    private static final String STAMP = "unix:dev,ino,size,lastModifiedTime,ctime";

    static FileOnDisk at(Path file) throws IOException {
        Map<String, Object> stamp = stamp(file);
        return new FileOnDisk(file, ((Number) stamp.getOrDefault("size", 0L)).longValue(), stamp);
    }

    private static Map<String, Object> stamp(Path file) throws IOException {
        return Map.copyOf(Files.readAttributes(file, STAMP, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public Bytes read(long position, int length) throws IOException {
        var piece = ByteBuffer.allocate((int) Math.clamp(size - position, 0, (long) length));
        try (FileChannel channel = FileChannel.open(file)) {
            while (piece.hasRemaining() && channel.read(piece, position + piece.position()) >= 0) {
                // Repeats until the buffer is full or the file ends.
            }
        }
        if (piece.hasRemaining() || !stamp(file).equals(stamp)) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s was changed by another process in the meantime. Nothing was kept; check the file and run the command again."
                            .formatted(file.getFileName()));
        }
        return Bytes.wrap(piece.array());
    }
}
