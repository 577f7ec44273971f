package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretsTest {

    private final Secrets secrets = new Secrets();

    @Test
    void masksASecretAlsoIfItsSlashesAreEscaped() {
        secrets.add("abc/def/ghi");
        assertThat(secrets.masked("abc/def/ghi abc\\/def\\/ghi abc/def"))
                .isEqualTo("…[masked] …[masked] abc/def");
    }

    @Test
    void doesNotMaskWordsThatAreTooShortToBeSecret() {
        secrets.add("test");
        assertThat(secrets.masked("a test")).isEqualTo("a test");
    }

    @Test
    void forgetsTheOldestSecretsFirst() {
        for (int i = 100; i < 200; i++) {
            secrets.add("secret word " + i);
        }
        assertThat(secrets.masked("secret word 199, secret word 100"))
                .isEqualTo("…[masked], secret word 100");
    }

    @Test
    void showsOneShortHarmlessLineOfAForeignText() {
        assertThat(secrets.foreign("a\u001b[1mb\nc")).isEqualTo("ab");
        assertThat(secrets.foreign("x".repeat(1_000))).hasSize(200);
    }
}
