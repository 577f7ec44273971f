package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionStore;
import dev.deft.agent.session.SessionStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileSessionContractTest extends SessionStoreContract {

    @TempDir private Path root;

    @Override
    protected SessionStore store() {
        return FileStores.in(root);
    }
}
