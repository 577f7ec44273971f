package dev.deft.os.change;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.Content;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Problems;
import dev.deft.os.tree.Tree;
import java.io.IOException;

/// What a large file of the workspace holds, read from it when somebody wants it.
record InPlace(Tree tree, OsPath path, FileStatus status) implements Content {

    @Override
    public long size() {
        return status.size();
    }

    @Override
    public Bytes read(long position, int length) throws IOException {
        int most = (int) Math.clamp(size() - position, 0, (long) length);
        try (Tree.Source source = tree.open(path)) {
            if (!source.status().sameFileUntouched(status)) {
                throw Problems.changedMeanwhile(path.display());
            }
            return source.read(position, most);
        } catch (KernelException e) {
            throw Problems.reading(e, path.display());
        }
    }
}
