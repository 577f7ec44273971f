package dev.deft.os;

import dev.deft.kernel.KernelException;
import dev.deft.os.tree.KernelTree;
import dev.deft.os.tree.PortableTree;
import dev.deft.os.tree.Tree;
import java.nio.file.Path;

/// The ways to reach a tree; each must hold what the tests say.
enum Trees {
    IN_ONE_STEP {
        @Override
        Tree open(Path root) throws KernelException {
            return KernelTree.of(root.toString());
        }
    },
    STEP_BY_STEP {
        @Override
        Tree open(Path root) throws KernelException {
            return KernelTree.stepByStep(root.toString());
        }
    },
    PORTABLE {
        @Override
        Tree open(Path root) throws KernelException {
            return PortableTree.of(root.toString());
        }
    };

    abstract Tree open(Path root) throws KernelException;
}
