package dev.deft.server.console;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Serves the console. The page names everything else by an address with the hash of all files, so
/// browsers keep those for good, and a new version has new addresses.
public final class ConsoleFiles {

    /// Where all files but the page are.
    public static final String ASSETS = "/assets/";

    private static final String LIBRARIES = "lib/";
    private static final Pattern PRELOADED =
            Pattern.compile("app/(?!theme-boot).*\\.js|ui/(element|icons|states|text|format)\\.js");
    private static final Map<String, String> TYPES =
            Map.of(
                    "js", "text/javascript",
                    "mjs", "text/javascript",
                    "css", "text/css",
                    "svg", "image/svg+xml");

    private final Map<String, byte[]> own;
    private final List<WebLibrary> libraries;
    private final String version;
    private final byte[] page;
    private final String policy;

    private ConsoleFiles(Map<String, byte[]> own, List<WebLibrary> libraries) {
        this.own = own;
        this.libraries = libraries;
        this.version = version(own, libraries);
        String imports = imports();
        this.policy = policy(imports);
        String template = new String(bytes("index.html"), StandardCharsets.UTF_8);
        this.page =
                template.replace("{{import map}}", imports)
                        .replace("{{preload}}", preload())
                        .replace("{{assets}}", ASSETS + version)
                        .getBytes(StandardCharsets.UTF_8);
    }

    /// Reads the files of the console.
    ///
    /// @throws IOException if they are not on the class path
    public static ConsoleFiles load() throws IOException {
        return new ConsoleFiles(ConsoleResources.read(), WebLibrary.all());
    }

    /// They are pages for people, no part of the API that is described.
    public List<Route> routes() {
        return List.of(
                Route.get("/")
                        .named("console", "consolePage", "Shows the console.")
                        .answers(200, "text/html", "The page.")
                        .by(_ -> page()),
                Route.get(ASSETS + "{file...}")
                        .named("console", "consoleFile", "Gives a file of the console.")
                        .answers(200, "text/javascript", "The file.")
                        .by(it -> asset(it.path())));
    }

    /// The page, which is the same for everybody and every address of it.
    public ApiResponse page() {
        return ApiResponse.bytes(200, "text/html; charset=utf-8", page)
                .with("Cache-Control", "no-cache")
                .with("Content-Security-Policy", policy);
    }

    /// A file of the console or of a library.
    ///
    /// @param path as it was asked for, such as `/assets/HASH/app/main.js`
    public ApiResponse asset(String path) throws IOException {
        String prefix = ASSETS + version + "/";
        if (!path.startsWith(prefix)) {
            return missing();
        }
        String name = path.substring(prefix.length());
        Optional<String> type =
                Optional.ofNullable(TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
        Optional<byte[]> content =
                name.startsWith(LIBRARIES)
                        ? library(name.substring(LIBRARIES.length()))
                        : Optional.ofNullable(own.get(name));
        if (type.isEmpty() || content.isEmpty()) {
            return missing();
        }
        return ApiResponse.bytes(200, type.get() + "; charset=utf-8", content.get())
                .with("Cache-Control", "public, max-age=31536000, immutable")
                .with("ETag", "\"" + hash(content.get()) + "\"");
    }

    /// What every visit needs, so that browsers need not find out module by module.
    private String preload() {
        return own.keySet().stream()
                .filter(it -> PRELOADED.matcher(it).matches())
                .map(it -> "<link rel=\"modulepreload\" href=\"{{assets}}/" + it + "\">")
                .collect(Collectors.joining("\n    "));
    }

    private static ApiResponse missing() {
        return ApiResponse.of(
                Problem.notFound(
                        "The console has no such file. Reload the page if it was updated."));
    }

    private Optional<byte[]> library(String file) throws IOException {
        for (WebLibrary library : libraries) {
            String prefix = library.name() + "/";
            if (file.startsWith(prefix)) {
                return library.read(file.substring(prefix.length()));
            }
        }
        return Optional.empty();
    }

    private String imports() {
        Map<String, Json> all = new LinkedHashMap<>();
        for (WebLibrary library : libraries) {
            library.addresses(ASSETS + version + "/" + LIBRARIES)
                    .forEach((name, address) -> all.put(name, new Json.Str(address)));
        }
        return JsonText.write(Json.Obj.EMPTY.with("imports", new Json.Obj(all)));
    }

    /// Nothing runs but our files and the import map; nothing is asked of anybody else.
    private static String policy(String imports) {
        byte[] digest = sha256().digest(imports.getBytes(StandardCharsets.UTF_8));
        return "default-src 'none'; script-src 'self' 'sha256-"
                + Base64.getEncoder().encodeToString(digest)
                + "'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src"
                + " 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    }

    private static String version(Map<String, byte[]> own, List<WebLibrary> libraries) {
        MessageDigest digest = sha256();
        own.forEach((name, content) -> {
            digest.update((name + "\n" + content.length + "\n").getBytes(StandardCharsets.UTF_8));
            digest.update(content);
        });
        libraries.forEach(it -> digest.update(it.toString().getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest(), 0, 8);
    }

    private byte[] bytes(String name) {
        byte[] content = own.get(name);
        if (content == null) {
            throw new IllegalStateException("the console has no " + name);
        }
        return content;
    }

    private static String hash(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content), 0, 16);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java has no SHA-256", e);
        }
    }
}
