package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `deft tokens` at the command line.
class TokensCommandTest {

    @TempDir private Path root;

    private DeftRun tokens(String... words) {
        return DeftRun.in(
                root,
                "",
                Stream.concat(Stream.of("tokens"), Stream.of(words)).toArray(String[]::new));
    }

    private static Json.Obj object(String text) throws JsonSyntaxException {
        return JsonText.parseObject(text);
    }

    @Test
    void aTokenIsPrintedOnceAndListedWithoutItsSecret() throws Exception {
        DeftRun added = tokens("add", "ada", "--scope", "look,speak", "--workspace", "site");
        assertThat(added.code()).isZero();
        assertThat(added.out()).matches("deft_[a-z0-9]{10}_[A-Za-z0-9_-]{43}\n");
        assertThat(added.err())
                .isEqualTo(
                        "deft: issued to ada: look, speak, workspaces site, without an end; it is not shown again\n");
        String secret = added.out().strip().split("_", 3)[2];
        DeftRun listed = tokens();
        assertThat(listed.out()).contains("ada", "look,speak", "site").doesNotContain(secret);
        assertThat(everythingStored()).isNotEmpty().noneMatch(it -> it.contains(secret));
    }

    private List<String> everythingStored() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path it : files.filter(Files::isRegularFile).toList()) {
                texts.add(Files.readString(it));
            }
        }
        return texts;
    }

    @Test
    void programsGetJson() throws Exception {
        Json.Obj issued =
                object(tokens("add", "bob", "--expires", "2999-01-31T12:00:00Z", "--json").out());
        assertThat(issued.text("person")).contains("bob");
        assertThat(issued.text("expires")).contains("2999-01-31T12:00:00Z");
        assertThat(issued.find("scopes"))
                .contains(Json.Arr.ofTexts(List.of("look", "speak", "approve")));
        String id = issued.text("id").orElseThrow();
        assertThat(issued.text("token").orElseThrow()).startsWith("deft_" + id + "_");
        assertThat(tokens("--json").out())
                .contains("\"id\":\"" + id + "\"", "\"kind\":\"token\"")
                .doesNotContain(issued.text("token").orElseThrow(), "hash");
    }

    @Test
    void aRevokedTokenIsGone() throws Exception {
        String id = object(tokens("add", "ada", "--json").out()).text("id").orElseThrow();
        assertThat(tokens("revoke", id).out()).isEqualTo("revoked %s of ada\n".formatted(id));
        assertThat(tokens().out())
                .isEqualTo("There are no tokens; issue one with deft tokens add NAME.\n");
        assertThat(tokens("revoke", id))
                .isEqualTo(
                        new DeftRun(
                                1,
                                "",
                                "deft: there is no token \"%s\"; deft tokens shows those there are\n"
                                        .formatted(id)));
    }

    @Test
    void whatIsDoneIsInTheAuditLog() throws Exception {
        String id = object(tokens("add", "ada", "--json").out()).text("id").orElseThrow();
        assertThat(tokens("revoke", id).code()).isZero();
        assertThat(everythingStored())
                .anyMatch(it ->
                        it.contains("\"act\":\"issueToken\",\"target\":\"tokens/" + id)
                                && it.contains("\"act\":\"revokeToken\""));
    }

    @Test
    void wrongUsageIsExplained() {
        assertThat(tokens("add").err()).contains("add needs the name of a person");
        assertThat(tokens("add", "ada", "--scope", "rule").err())
                .contains("there is no scope \"rule\"; the scopes are look, speak, approve");
        assertThat(tokens("add", "ada", "--expires", "soon").err())
                .contains("--expires takes a time such as 30d");
        assertThat(tokens("add", "ada", "--expires", "2001-01-01T00:00:00Z").err())
                .contains("--expires must be in the future");
        assertThat(tokens("lend").err()).contains("unknown action \"lend\"");
        assertThat(tokens("list", "--store", "nonsense").err())
                .contains("--store: there is no store");
        assertThat(tokens("add", "ada", "--scope", "").code()).isEqualTo(2);
        assertThat(root.resolve(".home/data/server/tokens.json")).doesNotExist();
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path file = root.resolve(".home/data/server/tokens.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"tokens\":[{}]}");
        DeftRun ran = tokens();
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("tokens.json is damaged; move it away");
    }
}
