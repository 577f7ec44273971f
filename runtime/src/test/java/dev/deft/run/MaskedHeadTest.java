package dev.deft.run;

import static dev.deft.run.FixturePipeline.OPEN;
import static dev.deft.run.FixturePipeline.call;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.reference.NamedResults;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The head of a long result has no secret, and neither has what is added to it.
class MaskedHeadTest {

    private static final String SECRET = "correct-horse-battery";
    private static final SecretMask MASK =
            new SecretMask(Map.of("MY_PASSWORD", SECRET), _ -> false);

    @TempDir private Path directory;

    /// Names every result by the secret.
    private static final NamedResults SECRET_NAMES =
            new NamedResults() {
                @Override
                public Optional<String> issue(String toolId, Path sidecar) {
                    return Optional.of("ref:" + SECRET);
                }

                @Override
                public Found find(String name) {
                    return new Found.Literal();
                }

                @Override
                public List<Listed> list() {
                    return List.of();
                }

                @Override
                public boolean drop(String name) {
                    return false;
                }
            };

    @Test
    void masksTheTextTheDataAndTheNameOfAHead() {
        PipelineParts parts =
                new FixturePipeline(directory)
                        .parts(FixtureTool.of(MaskedHeadTest::head), OPEN, CallJournal.NONE)
                        .withMask(MASK)
                        .withReferences(SECRET_NAMES);

        Envelope envelope = new ToolRunner(parts).run(call("the data: " + SECRET));

        assertThat(envelope.sidecar()).isPresent();
        assertThat(envelope.text()).isEqualTo("line 1: " + SecretMask.MASK);
        Json.Obj written = EnvelopeJson.write(envelope);
        assertThat(written.toString()).doesNotContain(SECRET);
        assertThat(written.find("data"))
                .contains(
                        Json.Obj.EMPTY
                                .with("head", "line 1: " + SecretMask.MASK)
                                .with("text", "the data: " + SecretMask.MASK));
        assertThat(((ToolResult.Output) envelope.result()).metadata())
                .containsEntry(NamedResults.FIELD, new Json.Str("ref:" + SecretMask.MASK));
    }

    private static ToolResult head(FixtureTool.Params params, Host host) throws IOException {
        host.sidecar().write("line 1\nline 2\n".getBytes(UTF_8));
        return ToolResult.output(
                        new FixtureTool.Data(params.text()), "line 1: " + SECRET, "title " + SECRET)
                .asHead();
    }
}
