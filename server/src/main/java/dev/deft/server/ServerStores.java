package dev.deft.server;

import dev.deft.agent.config.UserDirectories;
import dev.deft.server.store.AccessStores;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.ServerStoreProvider;
import dev.deft.server.store.file.FileAudit;
import dev.deft.server.store.file.FileReplies;
import dev.deft.server.store.file.FileServerStore;
import dev.deft.server.store.file.FileTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Opens the stores of servers: files, or what an address names.
public final class ServerStores {

    private static final int NAME_BYTES = 6;

    private ServerStores() {}

    /// Opens the store at an address.
    ///
    /// @param address such as `postgresql://deft@db.example.com/deft`
    /// @param server the name of this server among those that share it
    /// @throws IllegalArgumentException if it is no address of a store that is known
    /// @throws IOException if it cannot be opened
    public static ServerStore open(String address, String server, Map<String, String> environment)
            throws IOException {
        int colon = address.indexOf(':');
        String scheme = colon < 0 ? "" : address.substring(0, colon);
        for (ServerStoreProvider it :
                ServiceLoader.load(
                        ServerStoreProvider.class, ServerStores.class.getClassLoader())) {
            if (it.knows(scheme)) {
                return it.open(address, server, environment);
            }
        }
        throw new IllegalArgumentException(
                "there is no store of the kind \"%s\"; write an address such as postgresql://USER@HOST/DATABASE"
                        .formatted(scheme));
    }

    /// Opens the files of one server.
    ///
    /// @param served the workspaces that it offers; servers with others may run beside it
    /// @param notices receives sentences for people
    /// @throws IOException if a server that offers the same workspaces runs already
    public static ServerStore files(
            List<ServedWorkspace> served,
            String server,
            Map<String, String> environment,
            InstantSource clock,
            Consumer<String> notices)
            throws IOException {
        Path directory = accessDirectory(environment);
        return FileServerStore.open(
                new FileServerStore.Places(
                        directory.resolve("served").resolve(name(served)),
                        environment,
                        clock,
                        notices),
                new AccessStores(
                        new FileTokens(directory),
                        new FileReplies(directory, clock),
                        new FileAudit(directory)),
                server);
    }

    /// Where tokens and the audit log of a user's servers are.
    public static Path accessDirectory(Map<String, String> environment) {
        return UserDirectories.from(environment).data().resolve("server");
    }

    private static String name(List<ServedWorkspace> served) {
        String roots =
                served.stream()
                        .map(it -> it.root().toString())
                        .sorted()
                        .collect(Collectors.joining("\n"));
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(roots.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
