package dev.deft.app.cli.mcp;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.ConfiguredServers.Entry;
import dev.deft.agent.config.ConfiguredServers.State;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.engine.doctor.Doctor.Finding;
import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.McpSetup;
import dev.deft.mcp.client.ServerState;
import dev.deft.mcp.oauth.OAuthSignIn;
import dev.deft.mcp.oauth.SignInOpener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `deft doctor` says about the MCP servers: it connects to those that are used.
public final class ServerFindings {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(12);

    private ServerFindings() {}

    public static List<Finding> of(ParsedArguments arguments, Console console)
            throws UsageException, InterruptedException {
        ConfiguredServers all;
        try {
            all = ServerOptions.servers(arguments, console);
        } catch (ConfigException e) {
            return List.of(wrong("mcp", String.valueOf(e.getMessage()), "correct that entry"));
        } catch (IOException e) {
            return List.of(wrong("mcp", String.valueOf(e.getMessage()), "make the file readable"));
        }
        List<Finding> findings = new ArrayList<>();
        Map<String, ServerState> states = states(all, arguments, console);
        for (Entry it : all.entries()) {
            findings.add(finding(it, states));
        }
        return findings;
    }

    private static Map<String, ServerState> states(
            ConfiguredServers all, ParsedArguments arguments, Console console)
            throws UsageException, InterruptedException {
        if (all.used().isEmpty()) {
            return Map.of();
        }
        var signIn = new OAuthSignIn(console.environment());
        McpSetup setup =
                McpSetup.of(Options.root(arguments, console), console.environment())
                        .authorizing(it -> signIn.authorization(it, SignInOpener.NOBODY));
        try (McpServers open = McpServers.open(all.used(), setup)) {
            open.awaitTools(LONGEST_WAIT);
            return open.states();
        }
    }

    private static Finding finding(Entry entry, Map<String, ServerState> states) {
        String what = "mcp " + entry.name();
        if (entry.state() != State.USED) {
            boolean fine = entry.state() == State.BUILT_IN || entry.state() == State.DISABLED;
            return new Finding(
                    what,
                    fine,
                    "not started: " + entry.why(),
                    fine ? Optional.empty() : Optional.of("deft mcp list shows all entries"));
        }
        return switch (states.getOrDefault(entry.name(), new ServerState.Connecting())) {
            case ServerState.Connected it ->
                    new Finding(
                            what,
                            true,
                            "%s, MCP %s, %s"
                                    .formatted(
                                            it.facts().name(),
                                            it.revision().wire(),
                                            it.toolCount()),
                            Optional.empty());
            case ServerState.Broken(String why) ->
                    wrong(what, why, "deft mcp test %s shows more".formatted(entry.name()));
            case ServerState.Connecting _ ->
                    wrong(
                            what,
                            "it does not answer",
                            "deft mcp test %s waits longer".formatted(entry.name()));
        };
    }

    private static Finding wrong(String what, String found, String advice) {
        return new Finding(what, false, found, Optional.of(advice));
    }
}
