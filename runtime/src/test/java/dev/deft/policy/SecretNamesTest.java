package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANTHROPIC_API_KEY", "api_key", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY",
                        "DB_PASSWORD", "PGPASSWORD",
                "MY_CREDENTIALS", "KEY", "SSH_PRIVATE_KEY", "TOKEN", "npm_config__authToken",
                        "HTTP_AUTH"
            })
    void recognizesASecretByItsName(String name) {
        assertThat(SecretNames.isSecret(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HOME",
                "PATH",
                "LANG",
                "JAVA_HOME",
                "MONKEY",
                "KEYBOARD",
                "AUTHOR",
                "PWD",
                "EDITOR",
                "TERM"
            })
    void acceptsOrdinaryNames(String name) {
        assertThat(SecretNames.isSecret(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://user:pass@host/db",
                "-----BEGIN RSA PRIVATE KEY-----\nabc",
                "sk-ant-0123456789abcdef",
                "ghp_0123456789abcdefghij"
            })
    void recognizesASecretByItsFormat(String value) {
        assertThat(SecretNames.looksSecret(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://example.org/a:b@c", "hello", "", "sk-short", "/usr/bin:/bin"})
    void acceptsOrdinaryValues(String value) {
        assertThat(SecretNames.looksSecret(value)).isFalse();
    }
}
