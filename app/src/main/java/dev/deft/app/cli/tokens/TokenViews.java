package dev.deft.app.cli.tokens;

import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.TextTable;
import dev.deft.app.terminal.TextTable.Column;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.Tokens;
import dev.deft.server.store.TokenStore.StoredToken;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Prints tokens.
final class TokenViews {

    private static final int LONGEST = 64;

    private TokenViews() {}

    static String plain(String text) {
        return TerminalText.line(text, LONGEST);
    }

    static void list(List<StoredToken> tokens, boolean json, Console console) {
        if (json) {
            List<Json> all = new ArrayList<>();
            tokens.forEach(it -> all.add(json(it)));
            console.sayJson(new Json.Arr(all));
            return;
        }
        if (tokens.isEmpty()) {
            console.say("There are no tokens; issue one with deft tokens add NAME.");
            return;
        }
        var table =
                new TextTable(
                        Column.fixed(console::bold),
                        Column.fixed(UnaryOperator.identity()),
                        Column.fixed(UnaryOperator.identity()),
                        Column.fixed(UnaryOperator.identity()),
                        Column.optional(console::dim),
                        Column.optional(console::dim));
        tokens.forEach(it -> table.add(row(it)));
        console.say(table);
    }

    private static String[] row(StoredToken token) {
        return new String[] {
            plain(token.id()),
            plain(token.person()),
            String.join(",", scopes(token)),
            token.workspaces().map(it -> plain(String.join(",", sorted(it)))).orElse("all"),
            kind(token),
            token.expires().map(it -> "until " + seconds(it)).orElse("")
        };
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }

    private static List<String> scopes(StoredToken token) {
        return token.scopes().stream().sorted().map(AccessScope::wire).toList();
    }

    private static String kind(StoredToken token) {
        if (token.once()) {
            return "one_time";
        }
        return Tokens.isSignIn(token) ? "sign_in" : "token";
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static Json.Obj json(StoredToken token) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", token.id())
                        .with("person", token.person())
                        .with("scopes", Json.Arr.ofTexts(scopes(token)))
                        .with("kind", kind(token))
                        .with("created", seconds(token.created()));
        Json.Obj seen =
                token.workspaces()
                        .map(it -> json.with("workspaces", Json.Arr.ofTexts(sorted(it))))
                        .orElse(json);
        return token.expires().map(it -> seen.with("expires", seconds(it))).orElse(seen);
    }

    static void issued(Tokens.Issued issued, boolean json, Console console) {
        StoredToken token = issued.token();
        if (json) {
            console.sayJson(json(token).with("token", issued.text()));
            return;
        }
        console.say(issued.text());
        console.note(
                "issued to %s: %s, %s, %s; it is not shown again"
                        .formatted(
                                plain(token.person()),
                                String.join(", ", scopes(token)),
                                token.workspaces()
                                        .map(it ->
                                                "workspaces "
                                                        + plain(String.join(", ", sorted(it))))
                                        .orElse("all workspaces"),
                                token.expires()
                                        .map(it -> "until " + seconds(it))
                                        .orElse("without an end")));
    }
}
