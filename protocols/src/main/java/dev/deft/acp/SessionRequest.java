package dev.deft.acp;

import dev.deft.agent.config.McpServer;
import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What a client says about a session that it starts or goes on with.
///
/// @param root the workspace, a real path
/// @param directories where it may work besides
/// @param servers whose tools it gets
record SessionRequest(Path root, List<Path> directories, List<McpServer> servers) {

    private static final String DIRECTORIES = "additionalDirectories";

    SessionRequest {
        directories = List.copyOf(directories);
        servers = List.copyOf(servers);
    }

    /// @param servers whether the list of servers must be there
    static SessionRequest of(AcpParams params, boolean servers) throws RpcException {
        Path root = params.directory("cwd");
        List<Path> directories = new ArrayList<>();
        for (Json it : params.optionalList(DIRECTORIES)) {
            String where = "%s.%s[%d]".formatted(params.where(), DIRECTORIES, directories.size());
            if (!(it instanceof Json.Str(String path))) {
                throw RpcException.invalidParams(
                        "%s must be a string, not %s.".formatted(where, it.kind()));
            }
            directories.add(AcpParams.directory(where, path));
        }
        return new SessionRequest(root, directories, McpServerList.of(params, servers));
    }
}
