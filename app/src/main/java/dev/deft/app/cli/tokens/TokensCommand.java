package dev.deft.app.cli.tokens;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.server.ServerStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.Tokens;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.TokenStore.StoredToken;
import dev.deft.server.store.file.FileAudit;
import dev.deft.server.store.file.FileTokens;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `deft tokens`: lists, issues and revokes the tokens of a server.
public final class TokensCommand implements Command {

    private static final CommandOption SCOPE =
            CommandOption.often(
                    "--scope",
                    "SCOPES",
                    "add: what it allows, of look, speak, approve and administer (default: look,speak,approve)");
    private static final CommandOption WORKSPACE =
            CommandOption.often(
                    "--workspace", "NAME", "add: a workspace that it may see (default: all)");
    private static final CommandOption EXPIRES =
            CommandOption.taking(
                    "--expires",
                    "TIME",
                    "add: after 30d, 12h or 90m, or an instant (default: never)");
    private static final CommandOption STORE =
            CommandOption.taking(
                    "--store", "ADDRESS", "of the server, as deft serve takes it (default: files)");

    private static final List<String> ACTIONS = List.of("list", "add", "revoke");

    @Override
    public String name() {
        return "tokens";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list            (the default) list the tokens and sign-ins
          add PERSON      issue a token; it is printed once and never again
          revoke ID       take a token back, at once, with all sign-ins that were made with it\
        """;
    }

    @Override
    public List<String> words() {
        return ACTIONS;
    }

    @Override
    public String summary() {
        return "List, issue and revoke tokens for deft serve.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(SCOPE, WORKSPACE, EXPIRES, STORE, Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft tokens add ada --scope look,speak --workspace website --expires 30d",
                "deft tokens add ada --scope look,speak,approve,administer",
                "deft tokens",
                "deft tokens revoke k3v9x2mq7a");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String action = arguments.word(0).orElse("list");
        if (!ACTIONS.contains(action)) {
            throw new UsageException(
                    "unknown action \"%s\"; use one of %s"
                            .formatted(action, String.join(", ", ACTIONS)));
        }
        Optional<String> address = arguments.value(STORE.name());
        if (address.isEmpty()) {
            Path directory = ServerStores.accessDirectory(console.environment());
            return run(
                    action,
                    arguments,
                    new Stores(
                            new Tokens(new FileTokens(directory), InstantSource.system()),
                            new FileAudit(directory)),
                    console);
        }
        try (ServerStore store =
                ServerStores.open(address.get(), "deft-tokens", console.environment())) {
            var tokens = new Tokens(store.tokens(), InstantSource.system());
            return run(action, arguments, new Stores(tokens, store.audit()), console);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--store: " + e.getMessage());
        }
    }

    private record Stores(Tokens tokens, AuditLog audit) {}

    private static int run(String action, ParsedArguments arguments, Stores stores, Console console)
            throws UsageException, IOException {
        return switch (action) {
            case "add" -> add(arguments, stores, console);
            case "revoke" -> revoke(arguments, stores, console);
            default -> {
                arguments.allowWords(1);
                TokenViews.list(
                        stores.tokens().list(), arguments.has(Options.JSON.name()), console);
                yield 0;
            }
        };
    }

    private static int add(ParsedArguments arguments, Stores stores, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        String person =
                arguments
                        .word(1)
                        .filter(it -> !it.isBlank())
                        .orElseThrow(() ->
                                new UsageException(
                                        "add needs the name of a person: deft tokens add NAME"));
        Tokens.Grant grant;
        try {
            grant =
                    new Tokens.Grant(
                            person, scopes(arguments), workspaces(arguments), expires(arguments));
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        Tokens.Issued issued = stores.tokens().issue(grant);
        note(stores, console, "issueToken", issued.token().id(), 201);
        TokenViews.issued(issued, arguments.has(Options.JSON.name()), console);
        return 0;
    }

    private static Set<AccessScope> scopes(ParsedArguments arguments) throws UsageException {
        Set<AccessScope> scopes = EnumSet.noneOf(AccessScope.class);
        for (String list : arguments.all(SCOPE.name())) {
            for (String it : list.split(",", -1)) {
                scopes.add(
                        AccessScope.find(it.strip())
                                .orElseThrow(() ->
                                        new UsageException(
                                                "there is no scope \"%s\"; the scopes are look, speak, approve and administer"
                                                        .formatted(it.strip()))));
            }
        }
        return scopes.isEmpty()
                ? EnumSet.of(AccessScope.LOOK, AccessScope.SPEAK, AccessScope.APPROVE)
                : scopes;
    }

    private static Optional<Set<String>> workspaces(ParsedArguments arguments) {
        List<String> given = arguments.all(WORKSPACE.name());
        return given.isEmpty() ? Optional.empty() : Optional.of(new HashSet<>(given));
    }

    private static Optional<Instant> expires(ParsedArguments arguments) throws UsageException {
        Optional<String> given = arguments.value(EXPIRES.name());
        return given.isEmpty()
                ? Optional.empty()
                : Optional.of(ExpiryTime.parse(given.get(), Instant.now()));
    }

    private static int revoke(ParsedArguments arguments, Stores stores, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        String id =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException(
                                        "revoke needs the id of a token; deft tokens shows them"));
        Optional<StoredToken> token =
                stores.tokens().list().stream().filter(it -> it.id().equals(id)).findFirst();
        if (token.isEmpty() || !stores.tokens().revoke(id)) {
            console.note(
                    "there is no token \"%s\"; deft tokens shows those there are"
                            .formatted(TokenViews.plain(id)));
            return 1;
        }
        note(stores, console, "revokeToken", id, 204);
        console.say(
                "revoked %s of %s"
                        .formatted(console.shown(id), TokenViews.plain(token.get().person())));
        return 0;
    }

    /// What is done here is in the audit log as what is done over HTTP.
    private static void note(Stores stores, Console console, String act, String token, int status)
            throws IOException {
        String user = console.environment().getOrDefault("USER", "owner");
        stores.audit()
                .add(
                        new AuditLog.Act(
                                0,
                                Instant.now(),
                                user,
                                "",
                                act,
                                "tokens/" + token,
                                status,
                                "by deft tokens"));
    }
}
