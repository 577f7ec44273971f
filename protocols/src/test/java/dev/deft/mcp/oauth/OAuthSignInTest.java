package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.McpServer;
import dev.deft.mcp.oauth.FakeHttp.Reply;
import dev.deft.mcp.oauth.FakeHttp.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OAuthSignInTest {

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

    @Test
    void signsInAndSaysUntilWhenAndForWhat() throws Exception {
        assertThat(world.signIn().status(world.remote())).isEqualTo(new SignInStatus.SignedOut());
        var signedIn =
                new SignInStatus.SignedIn(
                        world.issuer().origin(),
                        List.of("read", "write"),
                        Optional.of(Instant.parse("2026-01-01T01:00:00Z")),
                        true);
        assertThat(world.login()).isEqualTo(signedIn);
        assertThat(world.signIn().status(world.remote())).isEqualTo(signedIn);
        assertThat(world.nobody().header()).contains("Bearer token-1-of-this-test");
    }

    @Test
    void asksForATokenThatIsOnlyGoodForThisServer() throws Exception {
        world.login();
        Request page = world.issuer().http().requests("/authorize").getFirst();
        Request token = world.issuer().http().requests("/token").getFirst();
        assertThat(page.fields())
                .containsEntry("resource", world.server().url())
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("scope", "read write")
                .containsEntry(
                        "code_challenge", new ProofKey(token.field("code_verifier")).challenge());
        assertThat(token.fields())
                .containsEntry("resource", world.server().url())
                .containsEntry("redirect_uri", page.fields().get("redirect_uri"))
                .containsEntry("client_id", "made-for-deft");
    }

    @Test
    void keepsTokensWhereOnlyTheirOwnerCanReadThem() throws Exception {
        world.login();
        Path file = world.file().path();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(file).content().contains("token-1-of-this-test");
        try (var all = Files.list(file.getParent())) {
            assertThat(all.filter(it -> it.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void doesNotUseTokensThatOthersCouldHaveRead() throws Exception {
        world.login();
        Path file = world.file().path();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> world.nobody().header())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can be read or changed by others")
                .hasMessageNotContaining("token-1");
        assertThat(world.signIn().logout(world.remote())).isTrue();
        world.login();
        Files.setPosixFilePermissions(
                file.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> world.nobody().header()).isInstanceOf(IOException.class);
    }

    @Test
    void doesNotFollowALinkInsteadOfTheFile() throws Exception {
        world.login();
        Path file = world.file().path();
        Path elsewhere = home.resolve("elsewhere.json");
        Files.move(file, elsewhere);
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(() -> world.nobody().header()).isInstanceOf(IOException.class);
    }

    @Test
    void saysThatAFileIsBrokenAndNothingOfWhatItHolds() throws Exception {
        world.login();
        Path file = world.file().path();
        Files.writeString(file, Files.readString(file).replace("issuer", "wrong"));
        assertThatThrownBy(() -> world.nobody().header())
                .hasMessageContaining("is broken")
                .hasMessageNotContaining("token-1");
    }

    @Test
    void neverOpensABrowserWhereNobodyIs() throws Exception {
        RequestAuthorization authorization = world.nobody();
        assertThat(authorization.header()).isEmpty();
        assertThatThrownBy(() -> world.request(authorization))
                .isInstanceOf(SignInRequiredException.class)
                .hasMessage(
                        "The MCP server tracker asks for a sign-in. Run: deft mcp login tracker");
        assertThat(world.issuer().http().requests("/authorize")).isEmpty();
        assertThat(world.issuer().http().requests("/register")).isEmpty();
    }

    @Test
    void signsInWhenTheServerAsksForIt() throws Exception {
        assertThat(world.request(world.person())).isTrue();
        assertThat(world.request(world.nobody())).isTrue();
        assertThat(world.issuer().issued()).isEqualTo(1);
    }

    @Test
    void usesWhatTheSettingsSayInsteadOfOAuth() {
        McpServer.Remote own =
                new McpServer.Remote(
                        "t",
                        world.server().url(),
                        Map.of("authorization", "Bearer ${T}"),
                        world.remote().oauth());
        assertThat(world.signIn().authorization(own, SignInOpener.NOBODY))
                .isSameAs(RequestAuthorization.NONE);
        world.settings(new McpServer.OAuth(false, Optional.empty(), Optional.empty()));
        assertThat(world.nobody()).isSameAs(RequestAuthorization.NONE);
    }

    @Test
    void registersOnceForAnAuthorizationServer() throws Exception {
        world.login();
        world.login();
        List<Request> all = world.issuer().http().requests("/register");
        assertThat(all).hasSize(1);
        assertThat(all.getFirst().body())
                .contains("\"application_type\":\"native\"")
                .contains("\"refresh_token\"")
                .contains("http://127.0.0.1:");
        List<Request> pages = world.issuer().http().requests("/authorize");
        assertThat(pages.getLast().fields().get("redirect_uri"))
                .isEqualTo(pages.getFirst().fields().get("redirect_uri"));
    }

    @Test
    void registersAnewWhereTheServerChangedItsAuthorizationServer() throws Exception {
        RequestAuthorization authorization = world.person();
        assertThat(world.request(authorization)).isTrue();
        try (var other = new FakeIssuer("another")) {
            other.http()
                    .on("/register", _ -> Reply.json(201, "{\"client_id\":\"made-by-the-other\"}"));
            world.server().metadata("authorization_servers", FakeIssuer.texts(other.origin()));
            world.server().refuse("token-1-of-this-test");
            assertThat(world.request(authorization)).isTrue();
            assertThat(authorization.header()).contains("Bearer token-1-of-another");
            assertThat(other.http().requests("/authorize").getFirst().fields())
                    .containsEntry("client_id", "made-by-the-other");
            assertThat(other.http().requests().toString())
                    .doesNotContain("made-for-deft")
                    .doesNotContain("refresh-1");
        }
    }

    @Test
    void forgetsEverythingAtLogout() throws Exception {
        world.login();
        assertThat(world.signIn().logout(world.remote())).isTrue();
        assertThat(world.file().path()).doesNotExist();
        assertThat(world.issuer().http().requests("/revoke").getFirst().fields())
                .containsEntry("token", "refresh-1-of-this-test");
        assertThat(world.signIn().status(world.remote())).isEqualTo(new SignInStatus.SignedOut());
        assertThat(world.signIn().logout(world.remote())).isFalse();
    }

    @Test
    void logsOutAlsoWhereTheAuthorizationServerIsGone() throws Exception {
        world.login();
        world.issuer().close();
        assertThat(world.signIn().logout(world.remote())).isTrue();
        assertThat(world.file().path()).doesNotExist();
    }

    @Test
    void saysThatAServerAsksForNoSignIn() throws Exception {
        world.server().http().on("/mcp", _ -> Reply.json("{}"));
        world.server().http().on(FakeProtectedServer.METADATA, _ -> Reply.json(404, "{}"));
        assertThatThrownBy(() -> world.login())
                .hasMessage("The MCP server tracker does not ask for a sign-in.");
    }

    @Test
    void usesAClientOfTheSettingsWithItsSecret() throws Exception {
        world.variable("TRACKER_CLIENT", "a secret: with/odd+signs");
        world.issuer()
                .metadata(
                        "token_endpoint_auth_methods_supported",
                        FakeIssuer.texts("client_secret_basic"));
        world.settings(configured(false, Optional.empty()));
        world.login();
        Request token = world.issuer().http().requests("/token").getFirst();
        String decoded =
                new String(
                        Base64.getDecoder()
                                .decode(token.header("Authorization").substring("Basic ".length())),
                        StandardCharsets.UTF_8);
        assertThat(decoded).isEqualTo("our-client:a+secret%3A+with%2Fodd%2Bsigns");
        assertThat(world.issuer().http().requests("/register")).isEmpty();
        assertThat(world.file().path()).content().doesNotContain("odd");
    }

    private static McpServer.OAuth configured(boolean unattended, Optional<String> issuer) {
        return new McpServer.OAuth(
                true,
                Optional.of("our-client"),
                Optional.empty(),
                new McpServer.OAuthClient(
                        Optional.of("TRACKER_CLIENT"),
                        Optional.empty(),
                        unattended,
                        issuer,
                        Optional.empty()));
    }

    @Test
    void signsInAsItselfWithoutAPerson() throws Exception {
        world.variable("TRACKER_CLIENT", "a secret of the client");
        world.settings(configured(true, Optional.empty()));
        world.issuer().withoutRefreshTokens();
        RequestAuthorization authorization = world.nobody();
        assertThat(world.request(authorization)).isTrue();
        assertThat(world.issuer().http().requests("/token").getFirst().fields())
                .containsEntry("grant_type", "client_credentials")
                .containsEntry("scope", "read write");
        world.pass(Duration.ofHours(2));
        assertThat(authorization.header()).contains("Bearer token-2-of-this-test");
        assertThat(world.issuer().http().requests("/authorize")).isEmpty();
    }

    @Test
    void saysWhichVariableIsMissing() {
        world.settings(configured(true, Optional.empty()));
        assertThatThrownBy(() -> world.request(world.nobody()))
                .hasMessageContaining("The variable TRACKER_CLIENT")
                .hasMessageContaining("is not set");
    }

    @Test
    void doesNotShowAClientOfTheSettingsToAnotherAuthorizationServer() throws Exception {
        world.variable("TRACKER_CLIENT", "a secret of the client");
        world.settings(configured(false, Optional.empty()));
        world.login();
        try (var other = new FakeIssuer()) {
            world.server().metadata("authorization_servers", FakeIssuer.texts(other.origin()));
            assertThatThrownBy(() -> world.login()).hasMessageContaining("deft mcp logout tracker");
            assertThat(other.http().requests("/authorize")).isEmpty();
            world.settings(configured(false, Optional.of(world.issuer().origin())));
            assertThatThrownBy(() -> world.login()).hasMessageContaining("the settings allow only");
        }
    }

    @Test
    void remembersForTheNextSignInWhatARequestNeeded() throws Exception {
        world.login();
        RequestAuthorization nobody = world.nobody();
        Optional<String> header = nobody.header();
        List<String> more = List.of("Bearer error=\"insufficient_scope\", scope=\"admin\"");
        assertThatThrownBy(() -> nobody.challenged(403, more, header))
                .isInstanceOf(SignInRequiredException.class);
        world.login();
        assertThat(world.issuer().http().requests("/authorize").getLast().fields())
                .containsEntry("scope", "read write admin");
    }

    @Test
    void masksItsTokens() throws Exception {
        world.login();
        RequestAuthorization authorization = world.nobody();
        String header = authorization.header().orElseThrow();
        String image = "{\"data\":\"%s\"}".formatted("QUJD".repeat(40));
        assertThat(authorization.masked(image)).isEqualTo(image);
        assertThat(authorization.masked("{\"you\":\"sent " + header + "\"}"))
                .isEqualTo("{\"you\":\"sent Bearer …[masked]\"}");
        assertThat(authorization.masked("refresh-1-of-this-test")).isEqualTo("…[masked]");
    }
}
