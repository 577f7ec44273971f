package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.McpServer;
import dev.deft.json.Json;
import dev.deft.mcp.oauth.FakeHttp.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers and authorization servers that lie.
class SignInAbuseTest {

    private static final String EVIL = "https://evil.example";

    @TempDir Path home;
    private SignInWorld world;

    @BeforeEach
    void open() throws IOException {
        world = new SignInWorld(home);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Map<String, String> with(Map<String, String> answer, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(answer);
        changed.put(name, value);
        return changed;
    }

    private void noTokenWasAskedFor() {
        assertThat(world.issuer().http().requests("/token")).isEmpty();
    }

    @Test
    void waitsInVainForAnAnswerWithAnotherState() {
        world.signInTimeout(Duration.ofMillis(300));
        world.issuer().answers(it -> with(it, "state", "guessed"));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("Nobody signed in");
        noTokenWasAskedFor();
    }

    @ParameterizedTest
    @ValueSource(strings = {EVIL, "", "HTTP://LOCALHOST"})
    void takesNoAnswerOfAnotherIssuer(String named) {
        world.issuer().answers(it -> with(it, "iss", named));
        assertThatThrownBy(() -> world.login())
                .hasMessageContaining("does not come from " + world.issuer().origin())
                .hasMessageNotContaining("evil");
        noTokenWasAskedFor();
    }

    @Test
    void takesNoAnswerWithoutAnIssuerFromOneThatNamesItself() {
        world.issuer()
                .answers(it -> {
                    Map<String, String> changed = new LinkedHashMap<>(it);
                    changed.remove("iss");
                    return changed;
                });
        assertThatThrownBy(() -> world.login()).hasMessageContaining("does not come from");
        noTokenWasAskedFor();
    }

    @Test
    void showsNoErrorOfAnotherIssuer() {
        world.issuer()
                .answers(it ->
                        with(
                                with(with(it, "iss", EVIL), "error", "pay"),
                                "error_description",
                                "Call this number"));
        assertThatThrownBy(() -> world.login())
                .hasMessageNotContaining("Call")
                .hasMessageNotContaining("pay");
    }

    @Test
    void showsAnErrorAsOneHarmlessLine() {
        world.issuer()
                .answers(it ->
                        with(
                                with(it, "error", "access_denied"),
                                "error_description",
                                "no\u001b[31m way\nsecond line"));
        assertThatThrownBy(() -> world.login())
                .hasMessage("The sign-in was refused: access_denied (no way).");
    }

    @Test
    void refusesMetadataOfAnotherIssuer() {
        world.issuer().metadata("issuer", new Json.Str(EVIL));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("says that it is another one");
        assertThat(world.issuer().http().requests("/register")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                EVIL + "/mcp",
                "ORIGIN/mcp/more",
                "ORIGIN/mc",
                "ORIGIN.evil.example/mcp",
                "ORIGIN/mcp#part",
                "ORIGIN/other",
                "no address",
                ""
            })
    void refusesMetadataOfAnotherServer(String resource) {
        String origin = world.server().http().origin();
        world.server().metadata("resource", new Json.Str(resource.replace("ORIGIN", origin)));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("another server");
        assertThat(world.issuer().http().requests()).isEmpty();
    }

    @Test
    void refusesAnAuthorizationServerWithoutProofKeys() {
        world.issuer().withoutMetadata("code_challenge_methods_supported");
        assertThatThrownBy(() -> world.login()).hasMessageContaining("PKCE");
        world.issuer().metadata("code_challenge_methods_supported", FakeIssuer.texts("plain"));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("PKCE");
        assertThat(world.issuer().http().requests("/authorize")).isEmpty();
        assertThat(world.issuer().http().requests("/register")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example/token",
                "https://10.0.0.1/token",
                "https://169.254.169.254/latest",
                "https://[fd00::1]/token",
                "https://0x0a000001/token",
                "file:///etc/passwd",
                "https://user:word@localhost/token"
            })
    void sendsNoCodeToAnAddressThatIsNotForIt(String endpoint) {
        world.issuer().metadata("token_endpoint", new Json.Str(endpoint));
        assertThatThrownBy(() -> world.login()).isInstanceOf(IOException.class);
        noTokenWasAskedFor();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example/authorize",
                "javascript:alert(1)",
                "file:///etc/passwd",
                "--new-window"
            })
    void opensNoOddPage(String endpoint) {
        world.issuer().metadata("authorization_endpoint", new Json.Str(endpoint));
        assertThatThrownBy(() ->
                        world.signIn()
                                .login(
                                        world.remote(),
                                        it -> {
                                            throw new AssertionError("opened " + it);
                                        }))
                .isInstanceOf(IOException.class);
    }

    @Test
    void refusesAnswersThatAreTooLong() {
        world.issuer().metadata("padding", new Json.Str("x".repeat(300 * 1024)));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("sends more than 256 KiB");
    }

    @Test
    void refusesAnAnswerWithoutEnd() {
        world.issuer().http().stream(
                FakeIssuer.METADATA,
                out -> {
                    byte[] more = "  ".repeat(4_096).getBytes(StandardCharsets.UTF_8);
                    while (true) {
                        out.write(more);
                    }
                });
        assertThatThrownBy(() -> world.login()).hasMessageContaining("sends more than 256 KiB");
    }

    @Test
    void doesNotWaitForAnAnswerThatNeverComes() {
        world.requestTimeout(Duration.ofMillis(500));
        world.issuer().http().stream(
                FakeIssuer.METADATA,
                out -> {
                    out.write(' ');
                    out.flush();
                    LockSupport.park();
                });
        assertThatThrownBy(() -> world.login()).hasMessageContaining("had not answered completely");
    }

    @Test
    void followsNoCircleOfRedirects() {
        world.issuer()
                .http()
                .on(
                        FakeIssuer.METADATA,
                        _ -> Reply.redirect(world.issuer().origin() + FakeIssuer.METADATA));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("redirects more than 3 times");
    }

    @Test
    void followsNoRedirectToAnAddressThatIsNotForIt() {
        world.issuer()
                .http()
                .on(FakeIssuer.METADATA, _ -> Reply.redirect("http://10.0.0.1/metadata"));
        assertThatThrownBy(() -> world.login()).hasMessageContaining("https://");
    }

    @Test
    void sendsNothingSecretWhereARedirectLeads() throws Exception {
        try (var thief = new FakeHttp()) {
            for (int status : new int[] {302, 307, 308}) {
                world.issuer()
                        .http()
                        .on(
                                "/token",
                                _ -> new Reply(status, Map.of("Location", thief.origin()), ""));
                assertThatThrownBy(() -> world.login()).hasMessageContaining("redirect");
            }
            assertThat(thief.requests()).isEmpty();
        }
    }

    @Test
    void showsNoSecretThatAnAuthorizationServerSendsBack() {
        world.variable("TRACKER_CLIENT", "hidden-word-of-the-client");
        world.settings(
                new McpServer.OAuth(
                        true,
                        Optional.of("our-client"),
                        Optional.empty(),
                        new McpServer.OAuthClient(
                                Optional.of("TRACKER_CLIENT"),
                                Optional.empty(),
                                false,
                                Optional.empty(),
                                Optional.empty())));
        world.issuer()
                .metadata(
                        "token_endpoint_auth_methods_supported",
                        FakeIssuer.texts("client_secret_post"));
        world.issuer()
                .http()
                .on(
                        "/token",
                        it ->
                                Reply.json(
                                        400,
                                        Json.Obj.EMPTY
                                                .with("error", "invalid_request")
                                                .with(
                                                        "error_description",
                                                        it.fields().get("client_secret")
                                                                + it.fields().get("code_verifier")
                                                                + it.fields().get("code"))
                                                .toString()));
        assertThatThrownBy(() -> world.login())
                .hasMessageContaining("invalid_request")
                .hasMessageNotContaining("hidden-word")
                .hasMessageNotContaining("code-for")
                .satisfies(it -> assertThat(it.getMessage()).doesNotContain(verifier()));
    }

    private String verifier() {
        return world.issuer().http().requests("/token").getFirst().field("code_verifier");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"access_token\":\"a\\r\\nX-Evil: 1\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"a b\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"\",\"token_type\":\"Bearer\"}",
                "{\"access_token\":\"abc\",\"token_type\":\"mac\"}",
                "{\"access_token\":7}",
                "{\"access_token\":\"a\",\"access_token\":\"b\",\"token_type\":\"Bearer\"}",
                "[]",
                "<html>",
                ""
            })
    void takesNoTokenThatCannotBeOne(String answer) throws Exception {
        world.issuer().http().on("/token", _ -> Reply.json(answer));
        assertThatThrownBy(() -> world.login()).isInstanceOf(IOException.class);
        assertThat(world.signIn().status(world.remote())).isEqualTo(new SignInStatus.SignedOut());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "99999999999999999999", "\"soon\"", "1e400", "null"})
    void takesATokenWhoseLifeMakesNoSense(String life) throws Exception {
        world.issuer()
                .http()
                .on(
                        "/token",
                        _ ->
                                Reply.json(
                                        "{\"access_token\":\"abcdefgh\",\"token_type\":\"bearer\",\"expires_in\":%s}"
                                                .formatted(life)));
        assertThat(world.login()).isInstanceOf(SignInStatus.SignedIn.class);
        assertThat(world.nobody().header()).contains("Bearer abcdefgh");
    }

    @Test
    void sendsNoTokenToTheSameNameAtAnotherAddress() throws Exception {
        world.login();
        var moved =
                new McpServer.Remote("tracker", EVIL + "/mcp", Map.of(), world.remote().oauth());
        assertThat(world.signIn().authorization(moved, SignInOpener.NOBODY).header()).isEmpty();
    }

    @Test
    void getsNoTokenForAServerWithoutEncryption() {
        var open =
                new McpServer.Remote(
                        "open", "http://mcp.example/mcp", Map.of(), world.remote().oauth());
        assertThatThrownBy(() -> world.signIn().login(open, new QuickPerson()))
                .hasMessageContaining("begins with http://");
    }

    @Test
    void saysThatItsPortIsInUse() throws Exception {
        try (LoopbackListener other = LoopbackListener.open(0)) {
            int port = URI.create(other.redirect()).getPort();
            world.settings(
                    new McpServer.OAuth(
                            true,
                            Optional.empty(),
                            Optional.empty(),
                            new McpServer.OAuthClient(
                                    Optional.empty(),
                                    Optional.empty(),
                                    false,
                                    Optional.empty(),
                                    Optional.of(port))));
            assertThatThrownBy(() -> world.login())
                    .hasMessageContaining("The port " + port)
                    .hasMessageContaining("is in use");
        }
    }

    @Test
    void saysWhatToDoWhereClientsAreNotRegistered() {
        world.issuer().withoutMetadata("registration_endpoint");
        assertThatThrownBy(() -> world.login())
                .hasMessageContaining("oauth.client_id of the MCP server tracker");
    }

    @Test
    void registersAnewAfterASignInThatNobodyFinished() throws Exception {
        world.login();
        world.signInTimeout(Duration.ofMillis(200));
        assertThatThrownBy(() -> world.signIn().login(world.remote(), _ -> {}))
                .hasMessageContaining("Nobody signed in");
        world.signInTimeout(Duration.ofSeconds(20));
        world.login();
        assertThat(world.issuer().http().requests("/register")).hasSize(2);
    }
}
