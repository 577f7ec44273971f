package dev.deft.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// Recognizes secrets: variables by their name, values by their format.
public final class SecretNames {

    private static final Pattern NAME =
            Pattern.compile(
                    "(^|.*_)(API_?KEYS?|KEYS?|AUTH|COOKIES?|PWD_HASH|PASS|PIN|PAT|DSN|NETRC)(_.*|$)"
                            + "|.*(SECRET|TOKEN|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE_?KEY|APIKEY|ACCESS_?KEY).*|.+_PWD");

    private static final Pattern VALUE =
            Pattern.compile(
                    "(?s).*-----BEGIN [A-Z ]*PRIVATE KEY-----.*"
                            + "|[a-z][a-z0-9+.-]*://[^/\\s:@]*:[^/\\s@]+@.*"
                            + "|(sk-|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza|ya29\\.|hf_|npm_).{12,}");

    /// Shorter values occur in many texts by chance.
    private static final int SHORTEST = 8;

    private SecretNames() {}

    /// Whether a variable of this name must not be shown or set.
    public static boolean isSecret(String name) {
        return NAME.matcher(name.toUpperCase(Locale.ROOT)).matches();
    }

    /// Whether a value has the format of a secret, whatever its name.
    public static boolean looksSecret(String value) {
        return VALUE.matcher(value).matches();
    }

    /// The secret variables with values long enough to be recognized in text. A path is no secret,
    /// whatever its variable is called.
    public static Map<String, String> secrets(Map<String, String> environment) {
        Map<String, String> secrets = new LinkedHashMap<>();
        environment.forEach((name, value) -> {
            boolean secret = isSecret(name) || looksSecret(value);
            if (secret && value.length() >= SHORTEST && !value.startsWith("/")) {
                secrets.put(name, value);
            }
        });
        return secrets;
    }

    /// The values of all secret variables, to find them in data that leaves the machine.
    public static List<String> values(Map<String, String> environment) {
        return environment.entrySet().stream()
                .filter(it -> isSecret(it.getKey()) || looksSecret(it.getValue()))
                .map(Map.Entry::getValue)
                .filter(it -> it.length() >= SHORTEST)
                .toList();
    }
}
