package dev.deft.app.cli.mcp;

import dev.deft.agent.config.McpServer;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.json.Json;
import dev.deft.mcp.oauth.BrowserOpener;
import dev.deft.mcp.oauth.OAuthSignIn;
import dev.deft.mcp.oauth.SignInStatus;
import java.io.IOException;

/// `deft mcp login` and `deft mcp logout`.
final class SignInActions {

    private static final int FAILED = 1;

    private SignInActions() {}

    static int login(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        McpServer.Remote server = server("login", arguments, console);
        if (!server.oauth().enabled()) {
            throw new UsageException(
                    "the entry of %s says not to sign in: \"oauth\": false"
                            .formatted(server.name()));
        }
        SignInStatus status =
                new OAuthSignIn(console.environment())
                        .login(
                                server,
                                new BrowserOpener(
                                        console.environment(), it -> console.err().println(it)));
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(json(server.name(), status));
        } else {
            console.say(ServerList.plain(sentence(server.name(), status), console));
        }
        return status instanceof SignInStatus.SignedIn ? 0 : FAILED;
    }

    static int logout(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        McpServer.Remote server = server("logout", arguments, console);
        boolean forgotten = new OAuthSignIn(console.environment()).logout(server);
        console.say(
                forgotten
                        ? "Signed out of " + server.name()
                        : "You were not signed in to " + server.name());
        return forgotten ? 0 : FAILED;
    }

    private static McpServer.Remote server(
            String action, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        String name = ServerOptions.name(action, arguments);
        McpServer server =
                ServerOptions.used(name, ServerOptions.servers(arguments, console)).server();
        if (server instanceof McpServer.Remote remote) {
            return remote;
        }
        throw new UsageException(
                "%s is a program, so there is nothing to sign in to".formatted(name));
    }

    private static String sentence(String name, SignInStatus status) {
        return switch (status) {
            case SignInStatus.SignedOut _ -> "You are not signed in to " + name;
            case SignInStatus.SignedIn it ->
                    "Signed in to %s at %s%s%s"
                            .formatted(
                                    name,
                                    it.issuer(),
                                    it.scopes().isEmpty()
                                            ? ""
                                            : " for " + String.join(", ", it.scopes()),
                                    it.until().map(until -> " until " + until).orElse("")
                                            + (it.renewable() ? ", renewed by itself" : ""));
        };
    }

    private static Json.Obj json(String name, SignInStatus status) {
        Json.Obj json = Json.Obj.EMPTY.with("name", name);
        return switch (status) {
            case SignInStatus.SignedOut _ -> json.with("signed_in", new Json.Bool(false));
            case SignInStatus.SignedIn it -> {
                Json.Obj known =
                        json.with("signed_in", new Json.Bool(true))
                                .with("issuer", it.issuer())
                                .with("scopes", Json.Arr.ofTexts(it.scopes()))
                                .with("renewable", new Json.Bool(it.renewable()));
                yield it.until().isPresent()
                        ? known.with("until", it.until().get().toString())
                        : known;
            }
        };
    }
}
