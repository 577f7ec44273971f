package dev.deft.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The secrets are joined from two halves, so that this file contains none.
class SecretMaskTest {

    private static final String PEM =
            "-----BEGIN RSA PRIVATE"
                    + " KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0\nq83hsdkasd8732hASD\n-----END RSA PRIVATE KEY-----";

    /// Tests that contain keys.
    private static final Set<String> HAVE_KEYS =
            Set.of(
                    "SecretMaskTest.java",
                    "SecretNamesTest.java",
                    "ProxiesTest.java",
                    "ConfigurationTest.java",
                    "BothWires.java",
                    "CommandLineTest.java");

    private static String masked(String text) {
        return SecretMask.KEYS_ONLY.text(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-|proj-abcDEF0123456789abcdef",
                "sk-|ant-api03-AbCdEf0123456789-_xyz0123456789abcdef",
                "sk-|canary-0123456789abcdef",
                "ghp_|16C7e42F292c6912E7710c838347Ae178B4a",
                "gho_|16C7e42F292c6912E7710c838347Ae178B4a",
                "github_pat_|11ABCDEFG0abcdefghijkl_0123456789abcdefghij",
                "glpat-|abcdef0123456789XYZ_",
                "xoxb-|123456789012-1234567890123-abcDEF123456",
                "AKIA|IOSFODNN7EXAMPLE",
                "ASIA|IOSFODNN7EXAMPLE",
                "AIza|SyA1234567890abcdefghijklmnopqrstu",
                "ya29.|a0AfH6SMBx1234567890abcdefgh",
                "npm_|abcdefghijklmnopqrstuvwxyz0123456789",
                "hf_|abcdefghijklmnopqrstuvwxyz01234567",
                "sk_live_|4eC39HqLyjWDarjtT1zdp7dc"
            })
    void masksKeysByTheirPrefix(String halves) {
        String[] parts = halves.split("\\|", 2);
        String key = parts[0] + parts[1];

        assertThat(masked("a " + key + " b")).isEqualTo("a " + parts[0] + "…[masked] b");
        assertThat(masked("\"" + key + "\"")).isEqualTo("\"" + parts[0] + "…[masked]\"");
        assertThat(masked(key + "\n" + key)).doesNotContain(parts[1]);
    }

    @Test
    void masksTokensPrivateKeysAndPasswordsInUrls() {
        String token =
                "eyJhbGciOiJIUzI1NiJ9"
                        + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0"
                        + ".dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P";

        assertThat(masked("Bearer " + token + ".")).isEqualTo("Bearer eyJ…[masked].");
        assertThat(masked("x\n" + PEM + "\ny"))
                .isEqualTo("x\n-----BEGIN RSA PRIVATE KEY-----…[masked]\ny");
        assertThat(masked(PEM.replace("\n", "\\n"))).doesNotContain("MIIE");
        assertThat(masked("postgres://app:" + "hunter2x@db:5432/x"))
                .isEqualTo("postgres://app:…[masked]@db:5432/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DB_PASSWORD=|hunter2horse",
                "export API_TOKEN=|a8f5f167f44f4964e6c998dee827110c",
                "AWS_SECRET_ACCESS_KEY=|wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                "  12\tCLIENT_SECRET='|9f8e7d6c5b4a39281706'",
                "\"api_key\": \"|Zm9vYmFyYmF6cXV4MTIzNDU2\"",
                "\\\"api_key\\\": \\\"|Zm9vYmFyYmF6cXV4MTIzNDU2\\\"",
                "password: |s3cr3t-horse-9",
                "a.env:3:SESSION_KEY=|q7Zk2mN8vR4tY6wE1xC3"
            })
    void masksValuesAssignedToTellingNames(String halves) {
        String[] parts = halves.split("\\|", 2);
        String line = parts[0] + parts[1];

        assertThat(masked(line + "\nnext")).startsWith(parts[0] + "…[masked]").endsWith("\nnext");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "String token = tokens.next();",
                "password = getPassword(user1234)",
                "api_key: ${API_KEY_2024_PRODUCTION}",
                "PASSWORD=$DB_PASSWORD_2",
                "token=<your-token-here-123>",
                "\"integrity\": \"sha512-Yw0n1yVQ6h3T0/1XjTgXx9lq5v5v3c9mE2b7/A8sdkjh23487asdkjhaSDKJH==\"",
                "commit 8a2625c0f1e2d3c4b5a69788796a5b4c3d2e1f00",
                "id: 123e4567-e89b-12d3-a456-426614174000",
                "SESSION_TOKEN=123e4567-e89b-12d3-a456-426614174000",
                "PublicKeyToken=\"b77a5c561934e089a1b2\"",
                "sk-folding-cube-spinner-extra-large-dark-mode",
                "http://localhost:8080/a@b",
                "https://user:password@example.org/",
                "npm_config_registry_something_long_here",
                "PRIMARY_KEY = \"customer_identifier\"",
                "-----BEGIN RSA PRIVATE KEY-----",
                "if (text.contains(\"-----BEGIN PRIVATE KEY-----\")) { return true; }",
                "max_tokens: 8192",
                "ghp_short",
                "AKIA",
                "eyJ.eyJ.x"
            })
    void keepsOrdinaryText(String text) {
        assertThat(masked(text)).isEqualTo(text);
    }

    @Test
    void keepsTheSourcesOfThisProject() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String directory : List.of("api", "runtime", "tools", "agent", "app", "docs")) {
            try (Stream<Path> files = Files.walk(Path.of("..").resolve(directory))) {
                for (Path file : files.filter(SecretMaskTest::isText).toList()) {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    if (!HAVE_KEYS.contains(String.valueOf(file.getFileName()))
                            && !masked(text).equals(text)) {
                        wrong.add(file + ": " + difference(text, masked(text)));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isText(Path file) {
        String name = file.toString();
        return !name.contains("/target/")
                && (name.endsWith(".java") || name.endsWith(".md") || name.endsWith(".json"))
                && Files.isRegularFile(file);
    }

    private static String difference(String before, String after) {
        int at = 0;
        while (before.charAt(at) == after.charAt(at)) {
            at++;
        }
        return before.substring(Math.max(0, at - 40), Math.min(before.length(), at + 40));
    }

    @Test
    void keepsLockFiles() {
        var random = new Random(1);
        var lock = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            lock.append("\"node_modules/p%d\": {\"integrity\": \"sha512-".formatted(i));
            for (int j = 0; j < 86; j++) {
                lock.append(
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                                .charAt(random.nextInt(64)));
            }
            lock.append("==\", \"checksum\": \"");
            for (int j = 0; j < 64; j++) {
                lock.append("0123456789abcdef".charAt(random.nextInt(16)));
            }
            lock.append("\"},\n");
        }
        assertThat(masked(lock.toString())).isEqualTo(lock.toString());
    }

    @Test
    void masksTheValuesOfVariables() {
        var mask =
                new SecretMask(Map.of("A_TOKEN", "plain words", "B_KEY", "plain"), "B_KEY"::equals);

        assertThat(mask.text("these plain words are plain")).isEqualTo("these …[masked] are plain");
    }

    @Test
    void showsWhatIsAllowed() {
        String key = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a";

        assertThat(new SecretMask(Map.of(), "ghp_"::equals).text(key)).isEqualTo(key);
        assertThat(new SecretMask(Map.of(), "DB_PASSWORD"::equals).text("DB_PASSWORD=hunter2horse"))
                .isEqualTo("DB_PASSWORD=hunter2horse");
    }

    @Test
    void isIdempotent() {
        String text = "DB_PASSWORD=hunter2horse sk-" + "canary-0123456789abcdef\n" + PEM;

        assertThat(masked(masked(text))).isEqualTo(masked(text));
    }

    @Test
    void masksTextsInJson() {
        Json.Obj value =
                Json.Obj.EMPTY
                        .with("password", "hunter2horse")
                        .with("list", Json.Arr.ofTexts(List.of("AKIA" + "IOSFODNN7EXAMPLE", "b")))
                        .with("sealed", "AKIA" + "IOSFODNN7EXAMPLE");

        assertThat(SecretMask.KEYS_ONLY.json(value))
                .isEqualTo(
                        Json.Obj.EMPTY
                                .with("password", "…[masked]")
                                .with("list", Json.Arr.ofTexts(List.of("AKIA…[masked]", "b")))
                                .with("sealed", "AKIA" + "IOSFODNN7EXAMPLE"));
    }

    @Test
    void masksTextThatArrivesInPieces() {
        String text =
                "one two\nkey sk-"
                        + "canary-0123456789abcdef end\nTOKEN = \"q7Zk2mN8vR4tY6wE1xC3\"\n"
                        + PEM
                        + "\nlast";
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var passed = new StringBuilder();
            var stream = new MaskedStream(SecretMask.KEYS_ONLY, passed::append);
            int at = 0;
            while (at < text.length()) {
                int next = Math.min(text.length(), at + 1 + random.nextInt(12));
                stream.accept(text.substring(at, next));
                at = next;
            }
            stream.end();
            assertThat(passed.toString()).as("seed %d", seed).isEqualTo(masked(text));
        }
    }

    @Test
    void passesOnWordsAsSoonAsTheyAreComplete() {
        List<String> passed = new ArrayList<>();
        var stream = new MaskedStream(SecretMask.KEYS_ONLY, passed::add);
        stream.accept("compiling ");
        stream.accept("a.c\nlin");

        assertThat(passed).containsExactly("compiling ", "a.c\n");
    }

    @Test
    void knowsALongTextAgainOnlyIfItHadNoSecret() {
        var mask = new SecretMask(Map.of("A", "value-of-a"), _ -> false);
        String clean = "nothing to see here ".repeat(50);
        String other = "nor here, once more ".repeat(50);
        String secret = clean + "value-of-a" + other;
        for (int i = 0; i < 3; i++) {
            assertThat(mask.text(clean)).isSameAs(clean);
            assertThat(mask.text(secret)).isEqualTo(clean + SecretMask.MASK + other);
            assertThat(mask.text(secret)).isEqualTo(clean + SecretMask.MASK + other);
            assertThat(mask.text(other)).isSameAs(other);
        }
        assertThat(new SecretMask(Map.of("B", "see here"), _ -> false).text(clean))
                .isEqualTo(clean.replace("see here", SecretMask.MASK));
    }
}
