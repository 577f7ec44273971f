package dev.deft.os.change;

import dev.deft.host.Bytes;
import dev.deft.os.tree.OsPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// What a change is about to do, written to the journal so that another process can complete it or
/// roll it back.
///
/// @param traces temporary files and new directories to remove when the change is rolled back
/// @param steps present once the change is committed; then all of them must happen
public record ChangeIntent(Traces traces, Optional<List<ChangeStep>> steps) {

    private static final int MOST_BYTES = 1 << 26;

    /// What is created before the first file changes.
    public record Traces(List<OsPath> tempFiles, List<OsPath> directories) {

        public Bytes encoded() {
            return framed(out -> {
                write(out, tempFiles);
                write(out, directories);
            });
        }
    }

    /// Every path that completing it or rolling it back would touch.
    List<OsPath> paths() {
        var all = new ArrayList<OsPath>(traces.tempFiles());
        all.addAll(traces.directories());
        steps.orElse(List.of()).forEach(it -> all.add(it.target()));
        return all;
    }

    /// Encodes a journal record.
    ///
    /// @param note the path of the record itself, so that a record copied from elsewhere, such as
    ///   from a cloned repository, is not executed
    public static Bytes encoded(String note, List<ChangeStep> steps) {
        return framed(out -> {
            out.writeUTF(note);
            out.writeInt(steps.size());
            for (ChangeStep step : steps) {
                step.write(out);
            }
        });
    }

    /// Decodes the part of a record that was written completely.
    ///
    /// @param place the path of the record; steps that name another path are ignored
    public static ChangeIntent decoded(Bytes note, String place) {
        var in = new DataInputStream(new ByteArrayInputStream(note.toArray()));
        try {
            DataInputStream first = unframed(in);
            var traces = new Traces(paths(first), paths(first));
            return new ChangeIntent(traces, steps(in, place));
        } catch (IOException | IllegalArgumentException _) {
            return new ChangeIntent(new Traces(List.of(), List.of()), Optional.empty());
        }
    }

    private static Optional<List<ChangeStep>> steps(DataInputStream note, String place) {
        try {
            DataInputStream in = unframed(note);
            if (!in.readUTF().equals(place)) {
                return Optional.empty();
            }
            var steps = new ArrayList<ChangeStep>();
            for (int left = in.readInt(); left > 0; left--) {
                steps.add(ChangeStep.read(in));
            }
            return Optional.of(steps);
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static void write(DataOutputStream out, List<OsPath> paths) throws IOException {
        out.writeInt(paths.size());
        for (OsPath path : paths) {
            out.writeUTF(path.display());
        }
    }

    private static List<OsPath> paths(DataInputStream in) throws IOException {
        var paths = new ArrayList<OsPath>();
        for (int left = in.readInt(); left > 0; left--) {
            paths.add(new OsPath(in.readUTF()));
        }
        return paths;
    }

    /// Prefixes a payload with its length and checksum.
    static Bytes framed(Writer writer) {
        try {
            var body = new ByteArrayOutputStream();
            writer.write(new DataOutputStream(body));
            var frame = new ByteArrayOutputStream();
            var out = new DataOutputStream(frame);
            out.writeInt(body.size());
            out.writeLong(checksum(body.toByteArray()));
            body.writeTo(out);
            return Bytes.wrap(frame.toByteArray());
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
    }

    private static DataInputStream unframed(DataInputStream in) throws IOException {
        int length = in.readInt();
        long checksum = in.readLong();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a journal record cannot have " + length + " bytes");
        }
        byte[] body = in.readNBytes(length);
        if (body.length != length || checksum(body) != checksum) {
            throw new IOException("the journal record is incomplete");
        }
        return new DataInputStream(new ByteArrayInputStream(body));
    }

    private static long checksum(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    /// Writes the payload of a frame.
    @FunctionalInterface
    interface Writer {

        void write(DataOutputStream out) throws IOException;
    }
}
