package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAssertionTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /// Put together here, since a whole line of it looks like a key to those who search for keys.
    private static String pem(KeyPair keys) {
        String label = "PRIVATE" + " KEY-----\n";
        return "-----BEGIN "
                + label
                + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
                + "\n-----END "
                + label;
    }

    private static KeyPair keys(String algorithm, int size) throws Exception {
        var generator = KeyPairGenerator.getInstance(algorithm);
        if (size > 0) {
            generator.initialize(size);
        }
        return generator.generateKeyPair();
    }

    private static Json.Obj decoded(String part) throws Exception {
        return JsonText.parseObject(
                new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "EC, 256, ES256, SHA256withECDSAinP1363Format",
        "EC, 384, ES384, SHA384withECDSAinP1363Format",
        "EC, 521, ES512, SHA512withECDSAinP1363Format",
        "RSA, 2048, RS256, SHA256withRSA",
        "Ed25519, 0, EdDSA, Ed25519"
    })
    void signsWithEachKindOfKey(String kind, int size, String name, String algorithm)
            throws Exception {
        KeyPair keys = keys(kind, size);
        String signed = ClientAssertion.of(pem(keys), "VARIABLE").sign("us", "https://issuer", NOW);
        String[] parts = signed.split("\\.", -1);
        assertThat(parts).hasSize(3);
        assertThat(decoded(parts[0]).text("alg")).contains(name);
        Signature check = Signature.getInstance(algorithm);
        check.initVerify(keys.getPublic());
        check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(check.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    @Test
    void speaksForOneClientToOneAuthorizationServerForFiveMinutes() throws Exception {
        ClientAssertion assertion = ClientAssertion.of(pem(keys("EC", 256)), "VARIABLE");
        Json.Obj claims = decoded(assertion.sign("us", "https://issuer", NOW).split("\\.", -1)[1]);
        assertThat(claims.without("jti"))
                .isEqualTo(
                        Json.Obj.EMPTY
                                .with("iss", "us")
                                .with("sub", "us")
                                .with("aud", "https://issuer")
                                .with("iat", Json.Num.of(NOW.getEpochSecond()))
                                .with("exp", Json.Num.of(NOW.getEpochSecond() + 300)));
        Json.Obj next = decoded(assertion.sign("us", "https://issuer", NOW).split("\\.", -1)[1]);
        assertThat(next.text("jti")).isNotEqualTo(claims.text("jti"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hidden-words", "aGlkZGVuLXdvcmRz", "%%%"})
    void saysWhichVariableHoldsNoKeyAndNothingOfWhatItHolds(String text) {
        assertThatThrownBy(() -> ClientAssertion.of(text, "VARIABLE"))
                .hasMessageStartingWith("VARIABLE holds no private key")
                .hasMessageNotContaining("hidden")
                .hasNoCause();
    }
}
