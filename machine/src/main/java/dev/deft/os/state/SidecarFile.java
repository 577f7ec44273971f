package dev.deft.os.state;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The file that stores a complete output when only its head is shown; readable by its owner only.
public final class SidecarFile {

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Sidecars all;
    private final Path file;
    private final long mostBytes;
    private final List<String> remarks = new ArrayList<>();
    private Optional<Bounded> open = Optional.empty();

    SidecarFile(Sidecars all, Path file, long mostBytes) {
        this.all = all;
        this.file = file;
        this.mostBytes = mostBytes;
    }

    public synchronized OutputStream begin() throws IOException {
        if (open.isEmpty()) {
            all.prepare();
            OutputStream out =
                    Channels.newOutputStream(
                            Files.newByteChannel(
                                    file,
                                    Set.of(
                                            StandardOpenOption.CREATE_NEW,
                                            StandardOpenOption.WRITE,
                                            LinkOption.NOFOLLOW_LINKS),
                                    OWNER_ONLY));
            open = Optional.of(new Bounded(new BufferedOutputStream(out), mostBytes));
        }
        return open.get();
    }

    public synchronized Optional<Path> end(boolean keep) throws IOException {
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Bounded written = open.get();
        open = Optional.empty();
        written.close();
        if (!keep) {
            Files.deleteIfExists(file);
            return Optional.empty();
        }
        if (written.isCut()) {
            remarks.add(
                    "the file has only the first %d bytes of %d"
                            .formatted(mostBytes, written.given()));
        }
        int removed = all.makeRoom(file);
        if (removed > 0) {
            remarks.add(
                    "%d older files with outputs of this session were removed to make room"
                            .formatted(removed));
        }
        return Optional.of(file);
    }

    /// Notes for whoever opens the file.
    public synchronized List<String> remarks() {
        return List.copyOf(remarks);
    }

    /// Writes up to a number of bytes and counts the rest.
    private static final class Bounded extends OutputStream {

        private final OutputStream out;
        private final long most;
        private long given;

        Bounded(OutputStream out, long most) {
            this.out = out;
            this.most = most;
        }

        long given() {
            return given;
        }

        boolean isCut() {
            return given > most;
        }

        @Override
        public void write(int it) throws IOException {
            write(new byte[] {(byte) it}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            long room = Math.max(0, most - given);
            out.write(bytes, from, (int) Math.min(room, length));
            given += length;
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            try (out) {
                if (isCut()) {
                    String notice =
                            "\n[the output went on for %d bytes that were not kept]\n"
                                    .formatted(given - most);
                    out.write(notice.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }
}
