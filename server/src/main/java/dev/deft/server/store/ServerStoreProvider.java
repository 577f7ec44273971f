package dev.deft.server.store;

import java.io.IOException;
import java.util.Map;

/// Opens stores by their address, such as `postgresql://…`. Found by `ServiceLoader`.
public interface ServerStoreProvider {

    /// Whether it knows such addresses.
    ///
    /// @param scheme such as `postgresql`
    boolean knows(String scheme);

    /// Opens a store, and brings what is stored there up to this version.
    ///
    /// @param server the name of this server among those that share the store
    /// @param environment of the program
    /// @throws IOException with a sentence for people that names no password
    ServerStore open(String address, String server, Map<String, String> environment)
            throws IOException;
}
