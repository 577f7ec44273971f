package dev.deft.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The standard variables of OpenTelemetry.
class OtlpSettingsTest {

    @Test
    void aCollectorOnThisMachineIsTheDefault() throws IOException {
        OtlpSettings settings = OtlpSettings.read(Map.of());

        assertThat(settings.traces()).contains(URI.create("http://localhost:4318/v1/traces"));
        assertThat(settings.metrics()).contains(URI.create("http://localhost:4318/v1/metrics"));
        assertThat(settings.resource()).isEqualTo(Map.of("service.name", "deft"));
        assertThat(settings.contents()).isFalse();
    }

    @Test
    void theAddressOfASignalIsTakenAsItIs() throws IOException {
        OtlpSettings settings =
                OtlpSettings.read(
                        Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT",
                                "https://collector.example/base/",
                                "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
                                "https://metrics.example/in"));

        assertThat(settings.traces())
                .contains(URI.create("https://collector.example/base/v1/traces"));
        assertThat(settings.metrics()).contains(URI.create("https://metrics.example/in"));
    }

    @Test
    void signalsCanBeTurnedOff() throws IOException {
        assertThat(OtlpSettings.read(Map.of("OTEL_METRICS_EXPORTER", "none")).metrics()).isEmpty();
        assertThat(OtlpSettings.read(Map.of("OTEL_SDK_DISABLED", "true")).traces()).isEmpty();
    }

    @Test
    void headersAndAttributesAreListsOfPairs() throws IOException {
        OtlpSettings settings =
                OtlpSettings.read(
                        Map.of(
                                "OTEL_EXPORTER_OTLP_HEADERS",
                                "authorization=Bearer%20a+b==, x-team = red",
                                "OTEL_RESOURCE_ATTRIBUTES",
                                "deployment.environment.name=test,service.name=other",
                                "OTEL_SERVICE_NAME",
                                "mine",
                                "OTEL_EXPORTER_OTLP_TIMEOUT",
                                "250"));

        assertThat(settings.headers())
                .isEqualTo(Map.of("authorization", "Bearer a+b==", "x-team", "red"));
        assertThat(settings.resource())
                .isEqualTo(Map.of("deployment.environment.name", "test", "service.name", "mine"));
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(250));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            value = {
                "OTEL_EXPORTER_OTLP_ENDPOINT, canary:4317",
                "OTEL_EXPORTER_OTLP_ENDPOINT, ftp://canary/",
                "OTEL_EXPORTER_OTLP_ENDPOINT, http://can ary",
                "OTEL_EXPORTER_OTLP_HEADERS, canary",
                "OTEL_EXPORTER_OTLP_HEADERS, 'a=canary%zz'",
                "OTEL_EXPORTER_OTLP_TIMEOUT, canary",
                "OTEL_EXPORTER_OTLP_TIMEOUT, 0",
                "OTEL_TRACES_SAMPLER, canary",
            })
    void aWrongValueIsNamedButNotShown(String name, String value) {
        assertThatThrownBy(() -> OtlpSettings.read(Map.of(name, value)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(name)
                .hasMessageNotContaining("canary");
    }

    @Test
    void onlyOneProtocolIsSpoken() {
        assertThatThrownBy(() -> OtlpSettings.read(Map.of("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")))
                .hasMessage(
                        "OTEL_EXPORTER_OTLP_PROTOCOL is grpc, but only http/protobuf is supported");
    }

    @Test
    void aPartOfTheTracesCanBeKept() throws IOException {
        Map<String, String> some =
                Map.of("OTEL_TRACES_SAMPLER", "traceidratio", "OTEL_TRACES_SAMPLER_ARG", "0.25");

        assertThat(OtlpSettings.read(some).ratio()).hasValue(0.25);
        assertThatThrownBy(() ->
                        OtlpSettings.read(
                                Map.of(
                                        "OTEL_TRACES_SAMPLER",
                                        "traceidratio",
                                        "OTEL_TRACES_SAMPLER_ARG",
                                        "7")))
                .hasMessage("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
    }
}
