package dev.deft.os.change;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.io.IOException;

/// The content of a large file in the workspace, read on demand.
record LargeFileContent(Tree tree, OsPath path, FileStatus status) implements FileContent {

    @Override
    public long size() {
        return status.size();
    }

    @Override
    public Bytes read(long position, int length) throws IOException {
        int most = (int) Math.clamp(size() - position, 0, (long) length);
        try (Tree.Source source = tree.open(path)) {
            if (!source.status().sameFileUntouched(status)) {
                throw FileErrorMessages.changedMeanwhile(path.display());
            }
            return source.read(position, most);
        } catch (KernelException e) {
            throw FileErrorMessages.reading(e, path.display());
        }
    }
}
