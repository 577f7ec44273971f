package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ModelSettings.Route;
import dev.deft.agent.model.http.FakeProvider.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Both wires over TLS, to servers that nobody but their owner vouches for.
class SecureTest {

    @TempDir static Path directory;
    private static Identity identity;
    private static Identity elsewhere;

    @BeforeAll
    static void createIdentities() throws Exception {
        identity = Identity.create(directory, "ip:127.0.0.1");
        elsewhere = Identity.create(directory, "dns:model.test");
    }

    private static Route trusting(Path file) {
        return new Route(Optional.empty(), Optional.of(file));
    }

    private static FakeProvider provider(String wire) throws IOException {
        return FakeProvider.secure(identity, Reply.stream(WireFixture.recorded(wire, "text")));
    }

    private static Answer ask(ModelSettings settings) throws IOException, InterruptedException {
        try (Model model = WireFixture.model(settings)) {
            return model.ask(WireFixture.prompt("Go."), new RecordingListener());
        }
    }

    private static String refusal(ModelSettings settings) {
        return String.valueOf(
                catchThrowableOfType(ModelException.class, () -> ask(settings)).getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void isAnsweredByAServerWhoseCertificateIsInTheFile(String wire) throws Exception {
        try (FakeProvider provider = provider(wire)) {
            Route route = trusting(identity.certificate());
            assertThat(ask(WireFixture.settings(wire, provider.url(), route)).message().text())
                    .isEqualTo("It is late.");
            String upper = provider.url().replace("https", "HTTPS");
            assertThat(ask(WireFixture.settings(wire, upper, route)).message().text())
                    .isEqualTo("It is late.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic", "openai"})
    void tellsAServerNobodyVouchesForNothing(String wire) throws Exception {
        try (FakeProvider provider = provider(wire)) {
            assertThat(refusal(WireFixture.settings(wire, provider.url())))
                    .startsWith(wire + "/model-x cannot be trusted at " + provider.url() + "/")
                    .endsWith(
                            ": nobody known here vouches for its certificate. Where that is meant to be,"
                                    + " put the certificate of its authority into a file and name it in DEFT_CA_FILE.");
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void doesNotTakeOneCertificateForAnother() throws Exception {
        try (FakeProvider provider = provider("openai")) {
            assertThat(
                            refusal(
                                    WireFixture.settings(
                                            "openai",
                                            provider.url(),
                                            trusting(elsewhere.certificate()))))
                    .contains("nobody known here vouches");
        }
    }

    @Test
    void saysThatACertificateIsForAnotherName() throws Exception {
        try (var provider = FakeProvider.secure(elsewhere, Reply.stream(""))) {
            assertThat(
                            refusal(
                                    WireFixture.settings(
                                            "openai",
                                            provider.url(),
                                            trusting(elsewhere.certificate()))))
                    .endsWith(": its certificate is for another name. Check the address.");
        }
    }

    @Test
    void saysThatACertificateIsNotValidAnyMore() throws Exception {
        Identity expired = identity.expired("ip:127.0.0.1");
        try (var provider = FakeProvider.secure(expired, Reply.stream(""))) {
            assertThat(
                            refusal(
                                    WireFixture.settings(
                                            "openai",
                                            provider.url(),
                                            trusting(identity.certificate()))))
                    .contains(": its certificate is not valid today. Check the clock");
            assertThat(provider.requests()).isEmpty();
        }
    }

    @Test
    void usesASecureConnectionAgain() throws Exception {
        try (FakeProvider provider = provider("openai");
                Model model =
                        WireFixture.model(
                                WireFixture.settings(
                                        "openai",
                                        provider.url(),
                                        trusting(identity.certificate())))) {
            model.warm();
            for (int i = 0; i < 3; i++) {
                assertThat(model.ask(WireFixture.prompt("Go."), new RecordingListener()).message())
                        .isNotNull();
            }
            assertThat(provider.requests()).hasSize(3);
            assertThat(provider.connections()).isEqualTo(1);
        }
    }

    @Test
    void saysWhatIsWrongWithTheFile() throws Exception {
        Path text = Files.writeString(directory.resolve("text.pem"), "no certificate at all\n");
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");
        Path none = directory.resolve("none.pem");
        try (FakeProvider provider = provider("openai")) {
            String url = provider.url();
            assertThat(refusal(WireFixture.settings("openai", url, trusting(none))))
                    .isEqualTo(
                            "The certificates in %s cannot be used: it is not there. Check DEFT_CA_FILE, or ca_file in agent.json."
                                    .formatted(none));
            assertThat(refusal(WireFixture.settings("openai", url, trusting(text))))
                    .contains("it does not hold certificates");
            assertThat(refusal(WireFixture.settings("openai", url, trusting(empty))))
                    .contains("it is empty");
            assertThat(refusal(WireFixture.settings("openai", url, trusting(directory))))
                    .startsWith("The certificates in " + directory + " cannot be used: ");
        }
    }

    @Test
    void saysThatAServerSpeaksNoTls() throws Exception {
        try (var provider = new FakeProvider(Reply.stream(""))) {
            assertThat(
                            refusal(
                                    WireFixture.settings(
                                            "openai", provider.url().replace("http:", "https:"))))
                    .contains(": no secure connection could be made (")
                    .endsWith("). Check the network and the base URL.");
        }
    }
}
