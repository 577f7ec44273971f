package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/// Error messages for people: what is wrong and what to do, without keys.
final class ErrorMessages {

    /// The most characters that are shown of a provider's message.
    private static final int LONGEST = 300;

    /// Shorter header values are not masked: they may be ordinary words.
    private static final int SHORTEST_SECRET = 8;

    private static final String MASK = "***";

    /// Keys of both wires, also partly masked by the provider.
    private static final Pattern KEY =
            Pattern.compile("\\b(sk|key)-[A-Za-z0-9_*.-]{6,}[A-Za-z0-9*]");

    private final String name;
    private final String keyVariable;
    private final boolean hasKey;
    private final String via;
    private final List<String> secrets;

    ErrorMessages(ModelSettings settings, String keyVariable) {
        this(settings.wire() + "/" + settings.model(), settings, keyVariable);
    }

    /// @param name of what is asked
    ErrorMessages(String name, ModelSettings settings, String keyVariable) {
        this.name = name;
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
                        .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                        .toList();
    }

    /// A short description, such as `429: slow down`.
    String describe(IOException error) {
        if (error instanceof ProviderException it) {
            String text = clean(it.error().message());
            return it.status() == 0
                    ? text
                    : text.isEmpty() ? "" + it.status() : it.status() + ": " + text;
        }
        if (error instanceof ConnectTimeoutException) {
            return "no connection could be made in time";
        }
        if (error instanceof SocketTimeoutException) {
            return clean(String.valueOf(error.getMessage()));
        }
        if (error instanceof ConnectException) {
            return unresolved(error) ? "the host is not known" : "the connection was refused";
        }
        if (error instanceof SSLException) {
            return "no secure connection could be made (%s)"
                    .formatted(clean(String.valueOf(error.getMessage())));
        }
        if (error instanceof JsonSyntaxException) {
            return "the answer could not be read";
        }
        if (error instanceof TunnelException) {
            return "the proxy did not let it through (%s)"
                    .formatted(clean(String.valueOf(error.getMessage())));
        }
        return "the connection broke";
    }

    private static boolean unresolved(IOException error) {
        for (Throwable it = error.getCause(); it != null; it = it.getCause()) {
            if (it instanceof UnknownHostException) {
                return true;
            }
        }
        return false;
    }

    String denied(ProviderException error) {
        if (!hasKey) {
            return "%s wants a key (%s). Set %s.".formatted(name, describe(error), keyVariable);
        }
        if (error.status() == 403) {
            return "%s does not allow this key to ask (%s). Check what the key in %s may do."
                    .formatted(name, describe(error), keyVariable);
        }
        return "%s refused the key (%s). Check %s.".formatted(name, describe(error), keyVariable);
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

    String tooLong(ProviderException error) {
        return "The conversation is longer than %s can read (%s).".formatted(name, describe(error));
    }

    String refused(ProviderException error, URI address) {
        if (error.status() == 404) {
            return "%s was not found at %s (%s). Check the name of the model and the base URL."
                    .formatted(name, plain(address), describe(error));
        }
        String said = describe(error);
        return "%s did not take the request (%s).%s".formatted(name, said, advice(said));
    }

    /// Few models know all efforts, and the messages of providers do not say where they are set.
    private static String advice(String said) {
        String words = said.toLowerCase(Locale.ROOT);
        return words.contains("effort") || words.contains("budget_tokens")
                ? " Set another reasoning effort or budget, or none."
                : "";
    }

    String noStream(String contentType, URI address) {
        return "%s answered with %s and not with a stream at %s. Check the base URL."
                .formatted(name, clean(contentType), plain(address));
    }

    String noDocument(URI address) {
        return "%s has no list of models at %s. Check the base URL."
                .formatted(name, plain(address));
    }

    String movedElsewhere(int status, URI address) {
        return "%s redirects %s elsewhere (%d), which Deft does not follow. Check the base URL."
                .formatted(name, plain(address), status);
    }

    String tooMuch(URI address, int bytes) {
        return "%s sent more than %d MB from %s. Check the base URL."
                .formatted(name, bytes >> 20, plain(address));
    }

    String unreachable(IOException error, URI address, int attempts) {
        String tried = attempts == 1 ? "" : " after %d attempts".formatted(attempts);
        if (error instanceof ProviderException) {
            return "%s gave no answer%s (%s). Try again later."
                    .formatted(name, tried, describe(error));
        }
        Optional<CertificateError> certificate = CertificateError.of(error);
        if (certificate.isPresent()) {
            return "%s cannot be trusted at %s%s: %s"
                    .formatted(name, plain(address), via, certificate.get().message());
        }
        return "%s could not be reached at %s%s%s: %s. Check the network%s and the base URL."
                .formatted(
                        name,
                        plain(address),
                        via,
                        tried,
                        describe(error),
                        via.isEmpty() ? "" : ", the proxy");
    }

    String retryTooLate(ProviderException error, Duration delay) {
        return "%s asks to be left alone for %s (%s). Try again then."
                .formatted(name, length(delay), describe(error));
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

    /// A duration for people.
    static String length(Duration time) {
        long seconds = Math.ceilDiv(time.toMillis(), 1_000L);
        if (seconds <= 120) {
            return seconds + " s";
        }
        return seconds <= 7_200
                ? Math.ceilDiv(seconds, 60) + " minutes"
                : Math.ceilDiv(seconds, 3_600) + " hours";
    }

    /// The address without credentials and query.
    private static String plain(URI address) {
        String port = address.getPort() < 0 ? "" : ":" + address.getPort();
        return address.getScheme() + "://" + address.getHost() + port + address.getPath();
    }

    /// One line of limited length, without keys and without a final full stop.
    private String clean(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
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
