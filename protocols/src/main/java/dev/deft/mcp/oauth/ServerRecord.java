package dev.deft.mcp.oauth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is kept about a server.
///
/// @param url of the server, for people who read the file
/// @param clients by the issuer that knows them; none is ever used for another issuer
/// @param wanted scopes that a request needed while nobody was there, for the next sign-in
record ServerRecord(
        String url,
        Optional<SignIn> signIn,
        Map<String, ClientIdentity> clients,
        List<String> wanted) {

    ServerRecord {
        clients = Map.copyOf(clients);
        wanted = List.copyOf(wanted);
    }

    static ServerRecord empty(String url) {
        return new ServerRecord(url, Optional.empty(), Map.of(), List.of());
    }

    /// After a sign-in.
    ServerRecord with(SignIn done) {
        return new ServerRecord(url, Optional.of(done), clients, List.of());
    }

    ServerRecord signedOut() {
        return new ServerRecord(url, Optional.empty(), clients, wanted);
    }

    ServerRecord wanting(List<String> scopes) {
        return new ServerRecord(url, signIn, clients, scopes);
    }

    ServerRecord with(String issuer, ClientIdentity client) {
        Map<String, ClientIdentity> all = new LinkedHashMap<>(clients);
        all.put(issuer, client);
        return new ServerRecord(url, signIn, all, wanted);
    }

    ServerRecord withoutClient(String issuer) {
        Map<String, ClientIdentity> rest = new LinkedHashMap<>(clients);
        rest.remove(issuer);
        return new ServerRecord(url, signIn, rest, wanted);
    }
}
