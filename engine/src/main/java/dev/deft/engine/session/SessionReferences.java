package dev.deft.engine.session;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.os.CallLifetime;
import dev.deft.os.state.Sidecars;
import dev.deft.output.SecretMask;
import dev.deft.reference.NamedResults;
import dev.deft.reference.PassedReference;
import dev.deft.reference.ReferenceArguments;
import dev.deft.reference.ReferenceName;
import dev.deft.reference.RefsTool;
import dev.deft.run.SessionMemory;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The named results of one session: its sidecars, by the names that it issued. The names are
/// stored with the session; the results stay in its directory.
public final class SessionReferences implements NamedResults {

    private static final String KEPT_AS = "refs";
    private static final int MOST_NAMED = 10;

    private final SessionMemory memory;
    private final Sidecars sidecars;
    private final SecretMask mask;
    private final InstantSource clock;
    private final Predicate<String> isTool;

    /// @param mask hides secrets in results, which sidecars of commands have as they were printed
    /// @param isTool whether there is a tool of that id
    public SessionReferences(
            SessionMemory memory,
            Sidecars sidecars,
            SecretMask mask,
            InstantSource clock,
            Predicate<String> isTool) {
        this.memory = memory;
        this.sidecars = sidecars;
        this.mask = mask;
        this.clock = clock;
        this.isTool = isTool;
    }

    /// The same for one call: nothing is dropped by a call without effects.
    public NamedResults over(CallLifetime lifetime) {
        return new OfCall(this, lifetime);
    }

    @Override
    public synchronized Optional<String> issue(String toolId, Path sidecar) throws IOException {
        String file = sidecar.getFileName().toString();
        OptionalLong bytes = sidecars.size(file);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        Names names = names();
        String name = ReferenceName.of(toolId, names.issued() + 1).toString();
        List<Named> all = new ArrayList<>(names.all());
        all.add(new Named(name, toolId, file, bytes.getAsLong(), mark(file), clock.instant()));
        int from = Math.max(0, all.size() - RefsTool.MOST_NAMES);
        save(new Names(names.issued() + 1, all.subList(from, all.size())));
        return Optional.of(name);
    }

    @Override
    public Found find(String text) throws IOException {
        Optional<ReferenceName> name = ReferenceName.read(text);
        if (name.isEmpty()) {
            return new Found.Literal();
        }
        Names names = names();
        Optional<Named> named = names.find(text);
        if (named.isPresent()) {
            return content(named.get());
        }
        return isTool.test(name.get().tool())
                ? new Found.Unusable(unknown(name.get(), names))
                : new Found.Literal();
    }

    private Found content(Named named) throws IOException {
        OptionalLong size = sidecars.size(named.file());
        if (size.isEmpty()) {
            return unusable(
                    ErrorCode.NOT_FOUND,
                    "The result %s is no longer there: its file was removed to make room. Call %s again."
                            .formatted(named.name(), named.tool()));
        }
        if (size.getAsLong() > ReferenceArguments.MOST_BYTES) {
            return new Found.Unusable(ReferenceArguments.tooLarge(named.name(), size.getAsLong()));
        }
        Optional<byte[]> bytes = sidecars.load(named.file(), ReferenceArguments.MOST_BYTES);
        if (bytes.isEmpty() || !isAsItWas(named, bytes.get())) {
            return unusable(
                    ErrorCode.CONFLICT,
                    "The file of %s was changed since it was written. Call %s again."
                            .formatted(named.name(), named.tool()));
        }
        String text = mask.text(new String(bytes.get(), StandardCharsets.UTF_8));
        byte[] shown = text.getBytes(StandardCharsets.UTF_8);
        return new Found.Content(
                new PassedReference(named.name(), text, shown.length, sha256(shown)));
    }

    private static Found.Unusable unusable(ErrorCode code, String why) {
        return new Found.Unusable(failure(code, why));
    }

    private static Failure unknown(ReferenceName name, Names names) {
        String known =
                names.all().isEmpty()
                        ? "This session has none."
                        : "The latest are: "
                                + names.all().reversed().stream()
                                        .limit(MOST_NAMED)
                                        .map(Named::name)
                                        .collect(Collectors.joining(", "))
                                + ".";
        boolean dropped = name.number() <= names.issued();
        return failure(
                ErrorCode.NOT_FOUND,
                (dropped
                                ? "There is no result %s any more: only the latest %d names are kept. "
                                        .formatted(name, RefsTool.MOST_NAMES)
                                : "There is no result %s. ".formatted(name))
                        + known
                        + " To pass this text itself, put something before or after it.");
    }

    @Override
    public List<Listed> list() {
        return names().all().reversed().stream()
                .map(it -> new Listed(it.name(), it.tool(), it.bytes(), it.issued()))
                .toList();
    }

    @Override
    public synchronized boolean drop(String name) throws IOException {
        Names names = names();
        if (names.find(name).isEmpty()) {
            return false;
        }
        save(
                new Names(
                        names.issued(),
                        names.all().stream().filter(it -> !it.name().equals(name)).toList()));
        return true;
    }

    /// By what a change is noticed. Hashing millions of bytes takes longer than finding them, so a
    /// result is hashed only where its file has no stamp; one too large for a call needs neither.
    private Mark mark(String file) throws IOException {
        Optional<String> stamp = sidecars.stamp(file);
        if (stamp.isPresent()) {
            return new Mark(stamp.get(), "");
        }
        Optional<byte[]> bytes = sidecars.load(file, ReferenceArguments.MOST_BYTES);
        return new Mark("", bytes.map(SessionReferences::sha256).orElse(""));
    }

    /// Whether the bytes just loaded are those that were named.
    private boolean isAsItWas(Named named, byte[] bytes) throws IOException {
        return named.mark().stamp().isEmpty()
                ? sha256(bytes).equals(named.mark().sha256())
                : sidecars.stamp(named.file()).orElse("").equals(named.mark().stamp());
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private Names names() {
        return memory.load(KEPT_AS).map(Names::read).orElse(Names.NONE);
    }

    private void save(Names names) throws IOException {
        memory.save(KEPT_AS, names.json());
    }

    /// The names of a session.
    ///
    /// @param issued how many there were so far
    private record Names(int issued, List<Named> all) {

        private static final Names NONE = new Names(0, List.of());

        Names {
            all = List.copyOf(all);
        }

        Optional<Named> find(String name) {
            return all.stream().filter(it -> it.name().equals(name)).findFirst();
        }

        static Names read(Json.Obj json) {
            List<Named> all = new ArrayList<>();
            if (json.find("refs").orElse(Json.Obj.EMPTY) instanceof Json.Arr array) {
                for (Json it : array.items()) {
                    if (it instanceof Json.Obj object) {
                        all.add(Named.read(object));
                    }
                }
            }
            return new Names((int) number(json, "issued"), all);
        }

        Json.Obj json() {
            List<Json> refs = new ArrayList<>();
            all.forEach(it -> refs.add(it.json()));
            return Json.Obj.EMPTY
                    .with("issued", Json.Num.of(issued))
                    .with("refs", new Json.Arr(refs));
        }

        private static long number(Json.Obj json, String name) {
            return json.find(name).orElse(Json.Num.of(0)) instanceof Json.Num number
                    ? number.asLong().orElse(0L)
                    : 0;
        }
    }

    /// What a file was like when it was named.
    ///
    /// @param stamp empty where it has none
    /// @param sha256 where it has no stamp
    private record Mark(String stamp, String sha256) {}

    /// A named result.
    private record Named(
            String name, String tool, String file, long bytes, Mark mark, Instant issued) {

        static Named read(Json.Obj json) {
            return new Named(
                    json.text("name").orElse(""),
                    json.text("tool").orElse(""),
                    json.text("file").orElse(""),
                    Names.number(json, "bytes"),
                    new Mark(json.text("stamp").orElse(""), json.text("sha256").orElse("")),
                    Instant.ofEpochMilli(Names.number(json, "issued_ms")));
        }

        Json.Obj json() {
            return Json.Obj.EMPTY
                    .with("name", name)
                    .with("tool", tool)
                    .with("file", file)
                    .with("bytes", Json.Num.of(bytes))
                    .with("stamp", mark.stamp())
                    .with("sha256", mark.sha256())
                    .with("issued_ms", Json.Num.of(issued.toEpochMilli()));
        }
    }

    /// The names for one call.
    private record OfCall(SessionReferences all, CallLifetime lifetime) implements NamedResults {

        @Override
        public Optional<String> issue(String toolId, Path sidecar) throws IOException {
            lifetime.checkEffect();
            return all.issue(toolId, sidecar);
        }

        @Override
        public Found find(String name) throws IOException {
            return all.find(name);
        }

        @Override
        public List<Listed> list() {
            return all.list();
        }

        @Override
        public boolean drop(String name) throws IOException {
            lifetime.checkEffect();
            return all.drop(name);
        }
    }
}
