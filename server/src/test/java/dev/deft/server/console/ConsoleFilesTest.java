package dev.deft.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.http.ApiResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {

    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"");
    private static final Pattern IMPORT =
            Pattern.compile("(?:from\\s*|import\\s*\\(?\\s*)[\"']([^\"'\\s]+)[\"']");

    private final ConsoleFiles files = ConsoleFiles.load();

    ConsoleFilesTest() throws IOException {}

    private static String text(ApiResponse response) {
        return response.body() instanceof ApiResponse.Body.Bytes it
                ? new String(it.bytes(), StandardCharsets.UTF_8)
                : "";
    }

    private String page() {
        return text(files.page());
    }

    private String base() {
        var matcher = Pattern.compile("/assets/[0-9a-f]{16}/").matcher(page());
        assertThat(matcher.find()).isTrue();
        return matcher.group();
    }

    private static String importMap(String page) {
        return page.replaceAll("(?s).*<script type=\"importmap\">(.*?)</script>.*", "$1");
    }

    private Map<String, String> imports() throws JsonSyntaxException {
        Map<String, String> all = new TreeMap<>();
        Json.Obj map =
                (Json.Obj) JsonText.parseObject(importMap(page())).find("imports").orElseThrow();
        map.fields().forEach((name, address) -> all.put(name, ((Json.Str) address).value()));
        return all;
    }

    @Test
    void thePageMayRunOnlyItsOwnFilesAndTheImportMap() throws NoSuchAlgorithmException {
        byte[] digest =
                MessageDigest.getInstance("SHA-256")
                        .digest(importMap(page()).getBytes(StandardCharsets.UTF_8));
        assertThat(files.page().headers().get("Content-Security-Policy"))
                .startsWith("default-src 'none';")
                .contains("script-src 'self' 'sha256-" + Base64.getEncoder().encodeToString(digest))
                .doesNotContain("unsafe")
                .doesNotContain("http");
        assertThat(files.page().headers()).containsEntry("Cache-Control", "no-cache");
        assertThat(page()).doesNotContain("{{").doesNotContain("style=").doesNotContain("onload");
    }

    @Test
    void everythingThatThePageAndItsModulesNameIsThere() throws IOException, JsonSyntaxException {
        Deque<String> open = new ArrayDeque<>();
        ADDRESS.matcher(page()).results().map(it -> it.group(1)).forEach(open::add);
        assertThat(open).hasSizeGreaterThan(5);
        Map<String, String> imports = imports();
        Set<String> seen = new LinkedHashSet<>();
        Map<String, String> missing = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            String address = open.pop();
            if (!seen.add(address)) {
                continue;
            }
            ApiResponse response = files.asset(address);
            if (response.status() != 200) {
                missing.put(address, "is named but not there");
            }
            if (address.endsWith("js")) {
                IMPORT.matcher(text(response))
                        .results()
                        .map(MatchResult::group)
                        .map(it -> IMPORT.matcher(it).replaceAll("$1"))
                        .filter(it -> it.matches("[@a-z./][a-zA-Z0-9@./_-]*"))
                        .map(it -> resolved(address, it, imports))
                        .filter(it -> it.startsWith("/"))
                        .forEach(open::add);
            }
        }
        assertThat(missing).isEmpty();
        assertThat(seen).anyMatch(it -> it.endsWith("/lib/lit/index.js"));
    }

    private static String resolved(String from, String name, Map<String, String> imports) {
        if (name.startsWith(".")) {
            return java.net.URI.create(from).resolve(name).getPath();
        }
        String exact = imports.getOrDefault(name, "");
        if (!exact.isEmpty()) {
            return exact;
        }
        return imports.entrySet().stream()
                .filter(it -> it.getKey().endsWith("/") && name.startsWith(it.getKey()))
                .findFirst()
                .map(it -> it.getValue() + name.substring(it.getKey().length()))
                .orElse(name);
    }

    @Test
    void filesAreKeptForGoodAndHaveTheirTypes() throws IOException {
        ApiResponse module = files.asset(base() + "app/main.js");
        assertThat(module.headers())
                .containsEntry("Content-Type", "text/javascript; charset=utf-8")
                .containsEntry("Cache-Control", "public, max-age=31536000, immutable");
        assertThat(module.headers().get("ETag")).matches("\"[0-9a-f]{32}\"");
        assertThat(files.asset(base() + "styles/tokens.css").headers())
                .containsEntry("Content-Type", "text/css; charset=utf-8");
        assertThat(files.asset(base() + "styles/icon.svg").headers())
                .containsEntry("Content-Type", "image/svg+xml; charset=utf-8");
    }

    @Test
    void nothingElseIsServed() throws IOException {
        for (String path :
                new String[] {
                    "",
                    "index.html",
                    "app/",
                    "app",
                    "app/../index.html",
                    "../ConsoleFiles.class",
                    "ConsoleFiles.class",
                    "lib/lit/../lit/index.js",
                    "lib/lit/package.json",
                    "lib/lit/.hidden.js",
                    "lib/lit//index.js",
                    "lib/unknown/index.js",
                    "lib/lit/%2e%2e/index.js",
                    "app/main.js/",
                    "app/main.js\u0000.css"
                }) {
            assertThat(files.asset(base() + path).status()).as(path).isEqualTo(404);
        }
        assertThat(files.asset("/assets/0000000000000000/app/main.js").status()).isEqualTo(404);
        assertThat(files.asset("/assets/app/main.js").status()).isEqualTo(404);
    }
}
