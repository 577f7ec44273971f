package dev.deft.os.state;

import static dev.deft.kernel.Errno.EACCES;
import static dev.deft.kernel.Errno.ELOOP;
import static dev.deft.kernel.Errno.ENOTDIR;
import static dev.deft.kernel.Errno.EPERM;
import static dev.deft.kernel.FileErrno.EEXIST;
import static dev.deft.kernel.FileErrno.EROFS;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.List;

/// The directory `.deft` of a workspace, created on first write.
public final class StateHome {

    public static final OsPath DIRECTORY = new OsPath(".deft");

    private final Tree tree;

    public StateHome(Tree tree) {
        this.tree = tree;
    }

    public OsPath locks() {
        return DIRECTORY.child("locks");
    }

    public OsPath journal() {
        return DIRECTORY.child("journal");
    }

    public void make() throws KernelException {
        if (tree.look(journal()).isPresent() && tree.look(locks()).isPresent()) {
            return;
        }
        make(DIRECTORY);
        ignore();
        make(locks());
        make(journal());
    }

    public void make(OsPath directory) throws KernelException {
        try {
            tree.makeDirectory(directory);
        } catch (KernelException e) {
            if (e.errno() != EEXIST) {
                throw e;
            }
        }
    }

    /// Hides the directory from git.
    private void ignore() throws KernelException {
        try (Tree.NewFile tempFile = tree.create(DIRECTORY.child(".gitignore"), Tree.NEW_FILE)) {
            tempFile.write(Bytes.of("*\n"));
        } catch (KernelException e) {
            if (e.errno() != EEXIST) {
                throw e;
            }
        }
    }

    /// Explains that nothing can be changed because `.deft` is not writable.
    public HostException problem(KernelException e) {
        String path = DIRECTORY.display();
        if (e.errno() == EROFS) {
            return FileErrorMessages.changing(e, "The workspace");
        }
        if (List.of(EACCES, EPERM, ENOTDIR, ELOOP).contains(e.errno())) {
            return new HostException(
                    ErrorCode.IO_ERROR,
                    "Nothing was changed: %s, where Deft keeps its locks and its journal, is not a directory that this user can write. Make it one."
                            .formatted(path));
        }
        return FileErrorMessages.changing(e, path);
    }
}
