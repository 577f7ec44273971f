package dev.deft.mcp.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/// A secret that proves that who redeems a code is who asked for it (PKCE with S256).
///
/// @param verifier the secret
record ProofKey(String verifier) {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    static ProofKey create() {
        return new ProofKey(randomText());
    }

    /// A text that nobody can guess.
    static String randomText() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /// What is shown before the secret.
    String challenge() {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Without the secret.
    @Override
    public String toString() {
        return "proof key";
    }
}
