package dev.deft.acp;

import dev.deft.json.Json;
import java.util.List;
import java.util.Set;

/// What the agent offers.
final class AgentCapabilities {

    static final Set<String> METHODS =
            Set.of(
                    "authenticate",
                    "session/new",
                    "session/load",
                    "session/resume",
                    "session/list",
                    "session/close",
                    "session/delete",
                    "session/prompt",
                    "session/set_mode",
                    "session/set_config_option");

    private static final Json YES = new Json.Bool(true);
    private static final Json NO = new Json.Bool(false);

    private AgentCapabilities() {}

    /// The answer to `initialize`. There is one version of the protocol, so a client that wants
    /// another one gets this one.
    static Json.Obj answer(String release) {
        return Json.Obj.EMPTY
                .with("protocolVersion", Json.Num.of(AcpAgent.VERSION))
                .with("agentCapabilities", capabilities())
                .with(
                        "agentInfo",
                        Json.Obj.EMPTY
                                .with("name", "deft")
                                .with("title", "Deft")
                                .with("version", release))
                .with("authMethods", new Json.Arr(List.of(AuthMethods.json())));
    }

    private static Json.Obj capabilities() {
        return Json.Obj.EMPTY
                .with("loadSession", YES)
                .with(
                        "promptCapabilities",
                        Json.Obj.EMPTY
                                .with("image", YES)
                                .with("audio", NO)
                                .with("embeddedContext", YES))
                .with("mcpCapabilities", Json.Obj.EMPTY.with("http", YES).with("sse", YES))
                .with(
                        "sessionCapabilities",
                        Json.Obj.EMPTY
                                .with("list", Json.Obj.EMPTY)
                                .with("delete", Json.Obj.EMPTY)
                                .with("additionalDirectories", Json.Obj.EMPTY)
                                .with("resume", Json.Obj.EMPTY)
                                .with("close", Json.Obj.EMPTY))
                .with("auth", Json.Obj.EMPTY);
    }
}
