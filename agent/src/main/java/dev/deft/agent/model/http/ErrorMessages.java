package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/// What people are told when there is no answer: one sentence about what is so, one about what to
/// do, and never a key.
final class ErrorMessages {

    /// A provider may answer with a whole page; people get its beginning.
    private static final int LONGEST = 300;

    /// Shorter values of headers are words that occur anyway.
    private static final int SHORTEST_SECRET = 8;

    private static final String MASK = "***";

    /// Keys in the form of the two wires, also half masked by the provider itself.
    private static final Pattern KEY =
            Pattern.compile("\\b(sk|key)-[A-Za-z0-9_*.-]{6,}[A-Za-z0-9*]");

    private final String name;
    private final String keyVariable;
    private final boolean hasKey;
    private final String via;
    private final List<String> secrets;

    ErrorMessages(ModelSettings settings, String keyVariable) {
        this.name = settings.wire() + "/" + settings.model();
        this.keyVariable = keyVariable;
        this.hasKey = settings.key().isPresent();
        var values = new ArrayList<>(settings.headers().values());
        settings.key().ifPresent(values::add);
        this.via = settings.route().proxy().map(it -> " through the proxy " + it).orElse("");
        settings.route()
                .proxy()
                .flatMap(ModelSettings.Proxy::credentials)
                .ifPresent(it -> values.add(it.substring(it.indexOf(':') + 1)));
        this.secrets =
                values.stream()
                        .filter(it -> it.length() >= SHORTEST_SECRET)
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    /// What went wrong, in a few words: `429: slow down`.
    String describe(IOException trouble) {
        if (trouble instanceof ProviderException it) {
            String said = clean(it.error().said());
            return it.status() == 0
                    ? said
                    : said.isEmpty() ? "" + it.status() : it.status() + ": " + said;
        }
        if (trouble instanceof HttpConnectTimeoutException) {
            return "no connection could be made in time";
        }
        if (trouble instanceof HttpTimeoutException) {
            return clean(String.valueOf(trouble.getMessage()));
        }
        if (trouble instanceof ConnectException) {
            return unresolved(trouble) ? "the host is not known" : "the connection was refused";
        }
        if (trouble instanceof SSLException) {
            return "no secure connection could be made (%s)"
                    .formatted(clean(String.valueOf(trouble.getMessage())));
        }
        if (trouble instanceof JsonSyntaxException) {
            return "the answer could not be read";
        }
        if (tunnelFailed(trouble)) {
            return "the proxy did not let it through (%s)"
                    .formatted(clean(String.valueOf(trouble.getMessage())));
        }
        return "the connection broke";
    }

    /// Java has no type of its own for a proxy that refuses to connect.
    static boolean tunnelFailed(IOException trouble) {
        return String.valueOf(trouble.getMessage()).startsWith("Tunnel failed");
    }

    private static boolean unresolved(IOException trouble) {
        for (Throwable it = trouble.getCause(); it != null; it = it.getCause()) {
            if (it instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    String denied(ProviderException trouble) {
        if (!hasKey) {
            return "%s wants a key (%s). Set %s.".formatted(name, describe(trouble), keyVariable);
        }
        if (trouble.status() == 403) {
            return "%s does not allow this key to ask (%s). Check what the key in %s may do."
                    .formatted(name, describe(trouble), keyVariable);
        }
        return "%s refused the key (%s). Check %s.".formatted(name, describe(trouble), keyVariable);
    }

    String deniedByProxy(ModelSettings.Proxy proxy) {
        return "The proxy %s %s (407). Set it as http://NAME:PASSWORD@%s."
                .formatted(
                        proxy,
                        proxy.credentials().isPresent()
                                ? "refused the name or the password"
                                : "wants a name and a password",
                        proxy);
    }

    String tooLong(ProviderException trouble) {
        return "The conversation is longer than %s can read (%s)."
                .formatted(name, describe(trouble));
    }

    String refused(ProviderException trouble, URI address) {
        if (trouble.status() == 404) {
            return "%s was not found at %s (%s). Check the name of the model and the base URL."
                    .formatted(name, plain(address), describe(trouble));
        }
        return "%s did not take the request (%s).".formatted(name, describe(trouble));
    }

    String noStream(String contentType, URI address) {
        return "%s answered with %s and not with a stream at %s. Check the base URL."
                .formatted(name, clean(contentType), plain(address));
    }

    String unreachable(IOException trouble, URI address, int attempts) {
        String tried = attempts == 1 ? "" : " after %d attempts".formatted(attempts);
        if (trouble instanceof ProviderException) {
            return "%s gave no answer%s (%s). Try again later."
                    .formatted(name, tried, describe(trouble));
        }
        Optional<CertificateError> distrust = CertificateError.of(trouble);
        if (distrust.isPresent()) {
            return "%s cannot be trusted at %s%s: %s"
                    .formatted(name, plain(address), via, distrust.get().message());
        }
        return "%s could not be reached at %s%s%s: %s. Check the network%s and the base URL."
                .formatted(
                        name,
                        plain(address),
                        via,
                        tried,
                        describe(trouble),
                        via.isEmpty() ? "" : ", the proxy");
    }

    String retryTooLate(ProviderException trouble, Duration asked) {
        return "%s asks to be left alone for %s (%s). Try again then."
                .formatted(name, length(asked), describe(trouble));
    }

    String closed() {
        return name + " was closed before it answered.";
    }

    String badAddress(String baseUrl) {
        return "The base URL of %s is not an http or https address: %s."
                .formatted(name, clean(baseUrl));
    }

    String badHeader(String header) {
        return "The header %s of %s cannot be sent: its name or its value is not allowed there."
                .formatted(clean(header), name);
    }

    String badKey() {
        return "The key of %s holds characters that no header may hold. Set %s again."
                .formatted(name, keyVariable);
    }

    /// A length of time as people say it.
    static String length(Duration time) {
        long seconds = Math.ceilDiv(time.toMillis(), 1_000L);
        if (seconds <= 120) {
            return seconds + " s";
        }
        return seconds <= 7_200
                ? Math.ceilDiv(seconds, 60) + " minutes"
                : Math.ceilDiv(seconds, 3_600) + " hours";
    }

    /// The address without what may be secret in it.
    private static String plain(URI address) {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        return address.getScheme() + "://" + address.getHost() + port + address.getPath();
    }

    /// One line, not too long, without keys and without a full stop at its end.
    private String clean(String said) {
        String line = said.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        for (String secret : secrets) {
            line = line.replace(secret, MASK);
        }
        line = KEY.matcher(line).replaceAll(MASK);
        if (line.length() > LONGEST) {
            line = line.substring(0, LONGEST).strip() + "…";
        }
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
