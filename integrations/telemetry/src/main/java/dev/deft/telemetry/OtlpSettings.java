package dev.deft.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// What the standard variables of OpenTelemetry say. A wrong value stops the program at its start:
/// telemetry was asked for, and nobody would notice that none arrives.
///
/// @param traces where traces go; empty if they are turned off
/// @param metrics where metrics go; empty if they are turned off
/// @param headers of each request, such as a key
/// @param certificate of the collector, in PEM
/// @param resource what describes this program
/// @param ratio which part of the traces is kept; empty for all
/// @param contents whether spans have prompts, arguments, results and commands
record OtlpSettings(
        Optional<URI> traces,
        Optional<URI> metrics,
        Map<String, String> headers,
        Duration timeout,
        boolean compressed,
        Optional<Path> certificate,
        Map<String, String> resource,
        OptionalDouble ratio,
        Duration interval,
        boolean contents) {

    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
    private static final String CONTENTS = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT";
    private static final String SAMPLER = "OTEL_TRACES_SAMPLER";

    /// Where a collector on this machine listens.
    private static final String LOCAL = "http://localhost:4318";

    private static final Set<String> WANTED = Set.of("true", "span_only", "span_and_event");
    private static final long TIMEOUT_MILLIS = 5_000;
    private static final long INTERVAL_MILLIS = 60_000;

    OtlpSettings {
        headers = Map.copyOf(headers);
        resource = Map.copyOf(resource);
    }

    static OtlpSettings read(Map<String, String> environment) throws IOException {
        String protocol = text(environment, PROTOCOL).orElse("http/protobuf");
        if (!protocol.equals("http/protobuf")) {
            throw new IOException(
                    PROTOCOL + " is " + protocol + ", but only http/protobuf is supported");
        }
        boolean off = is(environment, "OTEL_SDK_DISABLED", "true");
        return new OtlpSettings(
                endpoint(environment, "TRACES", "/v1/traces", off),
                endpoint(environment, "METRICS", "/v1/metrics", off),
                pairs(environment, "OTEL_EXPORTER_OTLP_HEADERS"),
                millis(environment, "OTEL_EXPORTER_OTLP_TIMEOUT", TIMEOUT_MILLIS),
                is(environment, "OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
                text(environment, "OTEL_EXPORTER_OTLP_CERTIFICATE").map(Path::of),
                resource(environment),
                ratio(environment),
                millis(environment, "OTEL_METRIC_EXPORT_INTERVAL", INTERVAL_MILLIS),
                WANTED.contains(text(environment, CONTENTS).orElse("").toLowerCase(Locale.ROOT)));
    }

    /// An empty variable is as good as none.
    private static Optional<String> text(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .map(String::strip)
                .filter(it -> !it.isEmpty());
    }

    private static boolean is(Map<String, String> environment, String name, String value) {
        return text(environment, name).filter(value::equalsIgnoreCase).isPresent();
    }

    private static Optional<URI> endpoint(
            Map<String, String> environment, String signal, String path, boolean off)
            throws IOException {
        if (off || is(environment, "OTEL_" + signal + "_EXPORTER", "none")) {
            return Optional.empty();
        }
        String own = "OTEL_EXPORTER_OTLP_" + signal + "_ENDPOINT";
        Optional<String> given = text(environment, own);
        if (given.isPresent()) {
            return Optional.of(address(own, given.get()));
        }
        String base = text(environment, ENDPOINT).orElse(LOCAL);
        return Optional.of(
                address(
                        ENDPOINT,
                        (base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path));
    }

    /// The message does not show the value, which may hold a password.
    private static URI address(String name, String value) throws IOException {
        try {
            URI uri = URI.create(value);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            throw new IOException(wrongAddress(name));
        }
        throw new IOException(wrongAddress(name));
    }

    private static String wrongAddress(String name) {
        return name + " must be an address such as " + LOCAL;
    }

    private static Map<String, String> pairs(Map<String, String> environment, String name)
            throws IOException {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text(environment, name).orElse("").split(",", -1)) {
            int equals = pair.indexOf('=');
            if (pair.isBlank()) {
                continue;
            }
            if (equals <= 0) {
                throw new IOException(name + " must be a list such as key=value,other=value");
            }
            pairs.put(pair.substring(0, equals).strip(), decoded(name, pair.substring(equals + 1)));
        }
        return pairs;
    }

    /// A plus sign is one; only percent signs are special.
    private static String decoded(String name, String value) throws IOException {
        try {
            return URLDecoder.decode(value.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new IOException(name + " has a value with a wrong percent sign");
        }
    }

    private static Map<String, String> resource(Map<String, String> environment)
            throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("service.name", "deft");
        all.putAll(pairs(environment, "OTEL_RESOURCE_ATTRIBUTES"));
        text(environment, "OTEL_SERVICE_NAME").ifPresent(it -> all.put("service.name", it));
        return all;
    }

    private static Duration millis(Map<String, String> environment, String name, long usual)
            throws IOException {
        long value = usual;
        try {
            value = Long.parseLong(text(environment, name).orElse(Long.toString(usual)));
        } catch (NumberFormatException _) {
            value = 0;
        }
        if (value <= 0) {
            throw new IOException(name + " must be a number of milliseconds, such as " + usual);
        }
        return Duration.ofMillis(value);
    }

    private static OptionalDouble ratio(Map<String, String> environment) throws IOException {
        String sampler = text(environment, SAMPLER).orElse("parentbased_always_on");
        return switch (sampler) {
            case "always_on", "parentbased_always_on" -> OptionalDouble.empty();
            case "always_off", "parentbased_always_off" -> OptionalDouble.of(0);
            case "traceidratio", "parentbased_traceidratio" ->
                    OptionalDouble.of(part(text(environment, SAMPLER + "_ARG").orElse("1")));
            default ->
                    throw new IOException(
                            SAMPLER + " must be always_on, always_off or traceidratio");
        };
    }

    private static double part(String value) throws IOException {
        try {
            double ratio = Double.parseDouble(value);
            if (ratio >= 0 && ratio <= 1) {
                return ratio;
            }
        } catch (NumberFormatException _) {
            throw new IOException(wrongRatio());
        }
        throw new IOException(wrongRatio());
    }

    private static String wrongRatio() {
        return SAMPLER + "_ARG must be a number from 0 to 1";
    }
}
