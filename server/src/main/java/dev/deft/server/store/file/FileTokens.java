package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.UserFile;
import dev.deft.server.access.AccessScope;
import dev.deft.server.store.TokenStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;

/// Tokens in a file that only its owner can read, `tokens.json`. Several processes may use it: a
/// token that one revokes is gone for all of them at once.
public final class FileTokens implements TokenStore {

    private static final String LIST = "tokens";

    private final UserFile file;
    private Optional<Stamp> seen = Optional.empty();
    private Map<String, StoredToken> cached = Map.of();

    /// Changes whenever the file does: each write makes a new one.
    private record Stamp(Object key, Object modified, long size) {}

    /// @param directory where the file is, made when needed
    public FileTokens(Path directory) {
        this.file = new UserFile(directory.resolve("tokens.json"));
    }

    @Override
    public List<StoredToken> list() throws IOException {
        return List.copyOf(current().values());
    }

    @Override
    public Optional<StoredToken> find(String id) throws IOException {
        return Optional.ofNullable(current().get(id));
    }

    @Override
    public void add(StoredToken token) throws IOException {
        boolean _ =
                file.withLock(() -> {
                    Map<String, StoredToken> all = new LinkedHashMap<>(read());
                    if (all.putIfAbsent(token.id(), token) != null) {
                        throw new IOException("There is a token %s already.".formatted(token.id()));
                    }
                    write(all);
                    return true;
                });
    }

    @Override
    public boolean remove(String id) throws IOException {
        return file.withLock(() -> {
            Map<String, StoredToken> all = new LinkedHashMap<>(read());
            if (all.remove(id) == null) {
                return false;
            }
            write(all);
            return true;
        });
    }

    private synchronized Map<String, StoredToken> current() throws IOException {
        Optional<Stamp> now = stamp();
        if (now.isEmpty() || !now.equals(seen)) {
            cached = read();
            seen = now;
        }
        return cached;
    }

    private Optional<Stamp> stamp() throws IOException {
        try {
            BasicFileAttributes it = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return Optional.of(
                    new Stamp(String.valueOf(it.fileKey()), it.lastModifiedTime(), it.size()));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private Map<String, StoredToken> read() throws IOException {
        Optional<String> text = file.read();
        Map<String, StoredToken> tokens = new LinkedHashMap<>();
        if (text.isEmpty()) {
            return tokens;
        }
        try {
            Json list = JsonText.parseObject(text.get()).find(LIST).orElseThrow();
            for (Json it : ((Json.Arr) list).items()) {
                StoredToken token = token((Json.Obj) it);
                tokens.put(token.id(), token);
            }
            return tokens;
        } catch (JsonSyntaxException
                | ClassCastException
                | DateTimeException
                | NoSuchElementException e) {
            throw new IOException(
                    "%s is damaged; move it away and issue new tokens with deft tokens add."
                            .formatted(file.path()),
                    e);
        }
    }

    private void write(Map<String, StoredToken> tokens) throws IOException {
        var list = new Json.Arr(tokens.values().stream().<Json>map(FileTokens::json).toList());
        String text = JsonText.write(Json.Obj.EMPTY.with(LIST, list)) + "\n";
        file.replace(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Json.Obj json(StoredToken token) {
        Json.Obj json =
                Json.Obj.EMPTY
                        .with("id", token.id())
                        .with("hash", token.hash())
                        .with("person", token.person())
                        .with(
                                "scopes",
                                Json.Arr.ofTexts(
                                        token.scopes().stream()
                                                .map(AccessScope::wire)
                                                .sorted()
                                                .toList()))
                        .with("created", token.created().toString())
                        .with("once", new Json.Bool(token.once()));
        if (token.workspaces().isPresent()) {
            json =
                    json.with(
                            "workspaces",
                            Json.Arr.ofTexts(token.workspaces().get().stream().sorted().toList()));
        }
        return token.expires().isPresent()
                ? json.with("expires", token.expires().get().toString())
                : json;
    }

    private static StoredToken token(Json.Obj json) {
        Set<AccessScope> scopes = EnumSet.noneOf(AccessScope.class);
        texts(json, "scopes")
                .orElseThrow()
                .forEach(it -> scopes.add(AccessScope.find(it).orElseThrow()));
        return new StoredToken(
                json.text("id").orElseThrow(),
                json.text("hash").orElseThrow(),
                json.text("person").orElseThrow(),
                scopes,
                texts(json, "workspaces").map(HashSet::new),
                Instant.parse(json.text("created").orElseThrow()),
                json.text("expires").map(Instant::parse),
                json.find("once").orElse(Json.Null.VALUE) instanceof Json.Bool(boolean once)
                        && once);
    }

    private static Optional<List<String>> texts(Json.Obj json, String name) {
        if (json.find(name).isEmpty()) {
            return Optional.empty();
        }
        List<String> texts = new ArrayList<>();
        for (Json it : ((Json.Arr) json.find(name).get()).items()) {
            texts.add(((Json.Str) it).value());
        }
        return Optional.of(texts);
    }
}
