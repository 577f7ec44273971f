package dev.deft.mcp.oauth;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/// A signed statement by which a client proves who it is (`private_key_jwt`).
final class ClientAssertion {

    static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

    private static final Duration LIFE = Duration.ofMinutes(5);
    private static final int P256_BITS = 256;
    private static final int P384_BITS = 384;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final PrivateKey key;

    private ClientAssertion(PrivateKey key) {
        this.key = key;
    }

    /// Reads a private key in the form PEM (PKCS #8).
    ///
    /// @param variable where the key comes from, for messages
    static ClientAssertion of(String pem, String variable) throws IOException {
        byte[] encoded;
        try {
            encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        } catch (IllegalArgumentException _) {
            // Its message may show a part of the key.
            throw unusable(variable);
        }
        for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
            try {
                return new ClientAssertion(
                        KeyFactory.getInstance(algorithm)
                                .generatePrivate(new PKCS8EncodedKeySpec(encoded)));
            } catch (GeneralSecurityException _) {
                // It is a key of another kind.
            }
        }
        throw unusable(variable);
    }

    private static IOException unusable(String variable) {
        return new IOException(
                "%s holds no private key: it must be in the form PEM (PKCS #8), for EC, RSA or Ed25519."
                        .formatted(variable));
    }

    /// Signs a statement for one authorization server.
    String sign(String clientId, String issuer, Instant now) throws IOException {
        Json.Obj head = Json.Obj.EMPTY.with("alg", algorithm().name).with("typ", "JWT");
        Json.Obj claims =
                Json.Obj.EMPTY
                        .with("iss", clientId)
                        .with("sub", clientId)
                        .with("aud", issuer)
                        .with("jti", ProofKey.randomText())
                        .with("iat", Json.Num.of(now.getEpochSecond()))
                        .with("exp", Json.Num.of(now.plus(LIFE).getEpochSecond()));
        String text = encoded(head) + "." + encoded(claims);
        try {
            Signature signature = Signature.getInstance(algorithm().java);
            signature.initSign(key);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return text + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IOException("The private key of the client cannot sign.", e);
        }
    }

    private static String encoded(Json.Obj json) {
        return BASE64.encodeToString(JsonText.write(json).getBytes(StandardCharsets.UTF_8));
    }

    private record Algorithm(String name, String java) {}

    private Algorithm algorithm() {
        if (key instanceof ECPrivateKey curve) {
            int bits = curve.getParams().getOrder().bitLength();
            int hash = bits <= P256_BITS ? P256_BITS : bits <= P384_BITS ? P384_BITS : 512;
            return new Algorithm("ES" + hash, "SHA%dwithECDSAinP1363Format".formatted(hash));
        }
        return key.getAlgorithm().equals("RSA")
                ? new Algorithm("RS256", "SHA256withRSA")
                : new Algorithm("EdDSA", "Ed25519");
    }
}
