package dev.deft.agent.session.file;

import static java.util.Objects.requireNonNull;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A log that two users share, for tests that change its bytes.
final class LogFixture {

    static final SessionId ID = new SessionId("s1");

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final Pattern LINE =
            Pattern.compile(
                    "(.*),\"hash\":\"([0-9a-f]{64})\"(?:,\"mac\":\"([0-9a-f]{64})\")?}",
                    Pattern.DOTALL);

    private final Path root;

    LogFixture(Path root) {
        this.root = root;
    }

    FileSessionStore mine() {
        return FileStores.in(root);
    }

    FileSessionStore theirs() {
        return FileStores.of(
                root, root.resolve(".other"), InstantSource.system(), FileStores.LOCK_TIMEOUT);
    }

    Path log() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    Path directory() {
        return root.resolve(".deft/sessions/s1");
    }

    Path quarantined() {
        return root.resolve(".deft/sessions/s1.foreign");
    }

    Path checkpoint() {
        return Owners.of(root).file(ID, ".mark.json");
    }

    static Json.Obj entry(int second, String role) {
        return Json.Obj.EMPTY.with("role", role).with("ts", START.plusSeconds(second).toString());
    }

    static Json.Obj stores(int second, String name, String value) {
        return entry(second, "kept").with("name", name).with("value", value(value));
    }

    static Json.Obj value(String text) {
        return Json.Obj.EMPTY.with("v", text);
    }

    static Json.Obj adoption(int second) {
        return entry(second, "adopted");
    }

    static void write(FileSessionStore store, Json.Obj... entries) throws IOException {
        try (SessionLease lease = store.lease(ID)) {
            long last = 0;
            for (Json.Obj entry : entries) {
                last = lease.put(entry);
            }
            lease.await(last);
        }
    }

    Map<String, Json.Obj> values() throws IOException {
        try (SessionLease lease = mine().lease(ID)) {
            return lease.state().values();
        }
    }

    List<String> warnings() throws IOException {
        try (SessionLease lease = mine().lease(ID)) {
            return lease.warnings();
        }
    }

    LogCheck check() throws IOException {
        return mine().check(ID);
    }

    List<String> lines() throws IOException {
        return Files.readAllLines(log());
    }

    void lines(List<String> lines) throws IOException {
        Files.writeString(log(), String.join("\n", lines) + "\n");
    }

    void forgetCheckpoint() throws IOException {
        Files.deleteIfExists(checkpoint());
    }

    /// Rewrites an entry as somebody without the key can: with a new hash and the old signature.
    static String forged(String previous, String entry, String mac) {
        return entry + ",\"hash\":\"" + hash(previous, entry + "}") + "\",\"mac\":\"" + mac + "\"}";
    }

    /// The text that is hashed, without its closing brace.
    static String content(String line) {
        return match(line).group(1);
    }

    static String hash(String line) {
        return match(line).group(2);
    }

    static String mac(String line) {
        return match(line).group(3);
    }

    private static Matcher match(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(line);
        }
        return matcher;
    }

    static String hash(String previous, String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of()
                    .formatHex(digest.digest((previous + text).getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Verifies the log as `docs/sessions.md` defines it, with nothing of Deft but its JSON reader:
    /// the values that signed entries of the active branch store. Every line must be an entry that
    /// stores a value.
    Map<String, Json.Obj> signedValues() throws IOException, GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(
                new SecretKeySpec(
                        Files.readAllBytes(root.resolve(".home/data/session.key")), "HmacSHA256"));
        Map<String, Json.Obj> values = new LinkedHashMap<>();
        Set<Long> active = active();
        String previous = "0".repeat(64);
        long last = 0;
        long highest = 0;
        for (String line : lines()) {
            Matcher matcher = match(line);
            Json.Obj entry = JsonText.parseObject(line);
            long id = number(entry, "id");
            byte[] signed =
                    mac.doFinal(("s1\n" + matcher.group(2)).getBytes(StandardCharsets.UTF_8));
            boolean trusted =
                    hash(previous, matcher.group(1) + "}").equals(matcher.group(2))
                            && id == last + 1
                            && id > highest
                            && active.contains(id)
                            && HexFormat.of().formatHex(signed).equals(matcher.group(3));
            if (trusted) {
                values.put(
                        entry.text("name").orElseThrow(),
                        (Json.Obj) entry.find("value").orElseThrow());
            }
            previous = matcher.group(2);
            last = id;
            highest = Math.max(highest, id);
        }
        return values;
    }

    /// From the last line back along the parents.
    private Set<Long> active() throws IOException {
        TreeMap<Long, Long> parents = new TreeMap<>();
        Long next = 0L;
        for (String line : lines()) {
            Json.Obj entry = JsonText.parseObject(line);
            next = number(entry, "id");
            parents.put(next, number(entry, "parent"));
        }
        Set<Long> active = new HashSet<>();
        while (next != null) {
            active.add(next);
            next = parents.floorKey(Math.min(requireNonNull(parents.get(next)), next - 1));
        }
        return active;
    }

    private static long number(Json.Obj entry, String name) {
        return ((Json.Num) entry.find(name).orElseThrow()).asLong().orElseThrow();
    }

    /// Entries that store a value each, under a few names.
    static List<Json.Obj> numbered(int count) {
        List<Json.Obj> entries = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            entries.add(stores(i, "n" + i % 5, "v" + i));
        }
        return entries;
    }
}
