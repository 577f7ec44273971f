package dev.deft.mcp.oauth;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes and reads what is kept about a server. Each direction is the inverse of the other.
final class ServerRecordFormat {

    private ServerRecordFormat() {}

    static String write(ServerRecord record) {
        Json.Obj json = Json.Obj.EMPTY.with("url", record.url());
        if (record.signIn().isPresent()) {
            json = json.with("sign_in", json(record.signIn().get()));
        }
        Json.Obj clients = Json.Obj.EMPTY;
        for (Map.Entry<String, ClientIdentity> it : record.clients().entrySet()) {
            clients = clients.with(it.getKey(), json(it.getValue()));
        }
        json = json.with("clients", clients);
        if (!record.wanted().isEmpty()) {
            json = json.with("wanted", Json.Arr.ofTexts(record.wanted()));
        }
        return JsonText.writeIndented(json) + "\n";
    }

    private static Json.Obj json(SignIn it) {
        TokenSet tokens = it.tokens();
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("issuer", it.issuer())
                        .with("resource", it.resource())
                        .with("token_endpoint", it.tokenEndpoint())
                        .with("client_id", it.clientId())
                        .with("access_token", tokens.access())
                        .with("issued", tokens.issued().toString())
                        .with("granted", Json.Arr.ofTexts(tokens.granted()))
                        .with("requested", Json.Arr.ofTexts(tokens.requested()));
        json = with(json, "refresh_token", tokens.refresh());
        json = with(json, "revocation_endpoint", it.revocationEndpoint());
        return with(json, "expires", tokens.expires().map(Instant::toString));
    }

    private static Json.Obj json(ClientIdentity it) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("client_id", it.id())
                        .with("origin", it.origin().name())
                        .with("auth", it.auth().wire());
        json = with(json, "client_secret", it.secret());
        json = with(json, "redirect_uri", it.redirect());
        return with(json, "expires", it.expires().map(Instant::toString));
    }

    private static Json.Obj with(Json.Obj json, String name, Optional<String> value) {
        return value.isPresent() ? json.with(name, value.get()) : json;
    }

    /// Reads a record.
    ///
    /// @return empty if the text is not what [#write] writes
    static Optional<ServerRecord> read(String text) {
        try {
            return Optional.of(record(JsonText.parseObject(text)));
        } catch (JsonSyntaxException | IllegalArgumentException | DateTimeException _) {
            // Their messages may show a part of the text, which holds tokens.
            return Optional.empty();
        }
    }

    private static ServerRecord record(Json.Obj json) {
        Map<String, ClientIdentity> clients = new LinkedHashMap<>();
        object(json, "clients")
                .ifPresent(all ->
                        all.fields()
                                .forEach((issuer, it) -> {
                                    if (it instanceof Json.Obj client) {
                                        clients.put(issuer, client(client));
                                    }
                                }));
        return new ServerRecord(
                text(json, "url"),
                object(json, "sign_in").map(ServerRecordFormat::signIn),
                clients,
                MetadataFields.texts(json, "wanted").orElse(List.of()));
    }

    private static Optional<Json.Obj> object(Json.Obj json, String name) {
        return json.find(name)
                .flatMap(
                        it -> it instanceof Json.Obj inner ? Optional.of(inner) : Optional.empty());
    }

    private static SignIn signIn(Json.Obj json) {
        return new SignIn(
                text(json, "issuer"),
                text(json, "resource"),
                text(json, "token_endpoint"),
                json.text("revocation_endpoint"),
                text(json, "client_id"),
                new TokenSet(
                        text(json, "access_token"),
                        json.text("refresh_token"),
                        Instant.parse(text(json, "issued")),
                        json.text("expires").map(Instant::parse),
                        MetadataFields.texts(json, "granted").orElse(List.of()),
                        MetadataFields.texts(json, "requested").orElse(List.of())));
    }

    private static ClientIdentity client(Json.Obj json) {
        return new ClientIdentity(
                text(json, "client_id"),
                ClientIdentity.Origin.valueOf(text(json, "origin")),
                ClientAuth.find(text(json, "auth"))
                        .orElseThrow(() -> new IllegalArgumentException("auth")),
                json.text("client_secret"),
                json.text("redirect_uri"),
                json.text("expires").map(Instant::parse));
    }

    private static String text(Json.Obj json, String name) {
        return json.text(name).orElseThrow(() -> new IllegalArgumentException("no " + name));
    }
}
