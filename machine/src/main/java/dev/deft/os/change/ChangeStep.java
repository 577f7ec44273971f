package dev.deft.os.change;

import dev.deft.os.tree.OsPath;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One step of a change, as it is noted for whoever finds the change unfinished.
///
/// The identities keep an old or a foreign note from doing harm: only the very files that were
/// there when it was written are touched.
public sealed interface ChangeStep {

    OsPath target();

    void write(DataOutputStream out) throws IOException;

    /// A file or a link takes a place that is free or held by another one.
    record Put(OsPath target, OsPath draft, String draftIdentity, Optional<String> targetIdentity)
            implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(PUT);
            out.writeUTF(target.display());
            out.writeUTF(draft.display());
            out.writeUTF(draftIdentity);
            out.writeUTF(targetIdentity.orElse(""));
        }
    }

    /// A file or a link goes.
    record Remove(OsPath target, String identity) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(REMOVE);
            out.writeUTF(target.display());
            out.writeUTF(identity);
        }
    }

    /// A directory comes, unless it is there.
    record MakeDirectory(OsPath target) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(MAKE_DIRECTORY);
            out.writeUTF(target.display());
        }
    }

    /// A directory goes, unless somebody put something into it.
    ///
    /// @param place of the directory, see [FileStatus#place]
    record RemoveDirectory(OsPath target, String place) implements ChangeStep {

        @Override
        public void write(DataOutputStream out) throws IOException {
            out.writeByte(REMOVE_DIRECTORY);
            out.writeUTF(target.display());
            out.writeUTF(place);
        }
    }

    /// A file or a directory gets other permissions, or another time, and stays what it is.
    ///
    /// @param place nothing for a directory that is new
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
    /// @throws IOException when it is no step
    static ChangeStep read(DataInputStream in) throws IOException {
        int kind = in.readByte();
        var target = new OsPath(in.readUTF());
        return switch (kind) {
            case PUT -> new Put(target, new OsPath(in.readUTF()), in.readUTF(), text(in));
            case REMOVE -> new Remove(target, in.readUTF());
            case MAKE_DIRECTORY -> new MakeDirectory(target);
            case REMOVE_DIRECTORY -> new RemoveDirectory(target, in.readUTF());
            case ADJUST -> adjust(target, in);
            default -> throw new IOException("no step of ours");
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
