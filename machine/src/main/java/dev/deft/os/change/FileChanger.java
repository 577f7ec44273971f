package dev.deft.os.change;

import java.io.IOException;
import java.util.Map;

/// Decides the new state of files.
@FunctionalInterface
public interface FileChanger {

    /// Returns the new state of each file.
    ///
    /// @param current the present states, by path
    /// @return the new states; files that are left out stay as they are
    Map<String, FileState> change(Map<String, FileState> current) throws IOException;
}
