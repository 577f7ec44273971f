package dev.deft.os.change;

import dev.deft.os.tree.OsPath;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One step of a change, as the journal records it.
///
/// The identities make old and foreign records harmless: a step touches only the very files that
/// existed when it was recorded.
public sealed interface ChangeStep {

    OsPath target();

    void write(DataOutputStream out) throws IOException;

    /// Puts a file or a link at a path that is free or holds another file.
    record Put(
            OsPath target,
            OsPath tempFile,
            String tempFileIdentity,
            Optional<String> targetIdentity)
            implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(PUT);
            out.writeUTF(target.display());
            out.writeUTF(tempFile.display());
            out.writeUTF(tempFileIdentity);
            out.writeUTF(targetIdentity.orElse(""));
        }
    }

    /// Removes a file or a link.
    record Remove(OsPath target, String identity) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(REMOVE);
            out.writeUTF(target.display());
            out.writeUTF(identity);
        }
    }

    /// Creates a directory unless it exists.
    record MakeDirectory(OsPath target) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(MAKE_DIRECTORY);
            out.writeUTF(target.display());
        }
    }

    /// Removes a directory unless it is not empty.
    ///
    /// @param place see [FileStatus#place]
    record RemoveDirectory(OsPath target, String place) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(REMOVE_DIRECTORY);
            out.writeUTF(target.display());
            out.writeUTF(place);
        }
    }

    /// Changes the permissions or the time of a file or directory.
    ///
    /// @param place empty for a new directory
    record Adjust(
            OsPath target, OptionalInt permissions, OptionalLong modified, Optional<String> place)
            implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(ADJUST);
            out.writeUTF(target.display());
            out.writeInt(permissions.orElse(UNSAID));
            out.writeBoolean(modified.isPresent());
            out.writeLong(modified.orElse(0));
            out.writeUTF(place.orElse(""));
        }
    }

    int PUT = 'p';
    int REMOVE = 'r';
    int MAKE_DIRECTORY = 'm';
    int REMOVE_DIRECTORY = 'd';
    int ADJUST = 'a';
    int UNSAID = -1;

    /// Reads what [#write] wrote.
    ///
    /// @throws IOException if the data is not a step
    static ChangeStep read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        var target = new OsPath(in.readUTF());
        return switch (kind) {
            case PUT -> new Put(target, new OsPath(in.readUTF()), in.readUTF(), text(in));
            case REMOVE -> new Remove(target, in.readUTF());
            case MAKE_DIRECTORY -> new MakeDirectory(target);
            case REMOVE_DIRECTORY -> new RemoveDirectory(target, in.readUTF());
            case ADJUST -> adjust(target, in);
            default -> throw new IOException("not a step");
        };
    }

    private static Adjust adjust(OsPath target, DataInputStream in) throws IOException {
        int permissions = in.readInt();
        boolean timed = in.readBoolean();
        long modified = in.readLong();
        return new Adjust(
                target,
                permissions == UNSAID ? OptionalInt.empty() : OptionalInt.of(permissions),
                timed ? OptionalLong.of(modified) : OptionalLong.empty(),
                text(in));
    }

    private static Optional<String> text(DataInputStream in) throws IOException {
        return Optional.of(in.readUTF()).filter(it -> !it.isEmpty());
    }
}
