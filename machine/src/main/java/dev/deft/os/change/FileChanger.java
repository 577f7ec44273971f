package dev.deft.os.change;

import java.io.IOException;
import java.util.Map;

/// Decides what files shall be.
@FunctionalInterface
public interface FileChanger {

    /// Says what each file shall be.
    ///
    /// @param current what is there now, by path
    /// @return what shall be there; a path left out stays as it is
    Map<String, FileState> change(Map<String, FileState> current) throws IOException;
}
