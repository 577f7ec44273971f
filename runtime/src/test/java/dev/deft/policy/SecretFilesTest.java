package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretFilesTest {

    private static final SecretFiles SECRETS = SecretFiles.in(Path.of("/none"));

    private static final List<String> PARTS =
            List.of(
                    ".env",
                    ".env.",
                    "local",
                    "example",
                    ".netrc",
                    ".pgpass",
                    "id_rsa",
                    "id_dsa",
                    "id_ecdsa",
                    "id_ed25519",
                    ".git-credentials",
                    ".vault-token",
                    "a",
                    ".pem",
                    ".key",
                    ".p12",
                    ".pfx",
                    ".jks",
                    ".keystore",
                    ".kdbx",
                    ".ppk",
                    ".java",
                    "/",
                    ".",
                    "\u212a",
                    "\u0130",
                    "\ud83d\ude00",
                    "x");

    /// Most files are decided about by two characters; the list of patterns says the same.
    @Test
    void knowsEveryNameThatAPatternMatches() {
        var random = new Random(11);
        int secrets = 0;
        for (int i = 0; i < 20_000; i++) {
            var path = new StringBuilder();
            for (int parts = random.nextInt(4); parts >= 0; parts--) {
                String part = PARTS.get(random.nextInt(PARTS.size()));
                path.append(random.nextInt(3) == 0 ? part.toUpperCase(Locale.ROOT) : part);
            }
            boolean secret = SecretFiles.pattern(path.toString()).isPresent();
            assertThat(SECRETS.mayContain(path.toString())).as(path.toString()).isEqualTo(secret);
            secrets += secret ? 1 : 0;
        }
        assertThat(secrets).isBetween(2_000, 18_000);
    }
}
