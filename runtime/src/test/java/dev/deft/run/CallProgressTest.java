package dev.deft.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.dialect.Dialects;
import dev.deft.host.CallInfo;
import dev.deft.host.Progress.Update;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.registry.EnvelopeJson;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallProgressTest {

    private static final String SECRET = "correct-horse-battery";

    @TempDir private Path directory;

    private final List<CallEvent.Progressed> received =
            Collections.synchronizedList(new ArrayList<>());

    private Envelope run(FixtureTool.Work work, ToolCall call) {
        var events = new CallEvents();
        PipelineParts parts =
                PipelineParts.of(
                                new LockedDialect(ToolRegistry.of(List.of(FixtureTool.of(work)))),
                                FixturePipeline.OPEN,
                                new TestHosts(directory),
                                CallJournal.NONE)
                        .withEvents(events)
                        .withMask(new SecretMask(Map.of("MY_PASSWORD", SECRET), _ -> false));
        try (CallEvents.Subscription _ =
                events.subscribe(it -> {
                    if (it instanceof CallEvent.Progressed said) {
                        received.add(said);
                    }
                })) {
            return new ToolRunner(parts).run(call);
        }
    }

    private static Json.Obj done(int files) {
        return Json.Obj.EMPTY.with("done", Json.Num.of(files));
    }

    private Envelope copying() {
        return run(
                (params, host) -> {
                    host.progress().report("begun ");
                    host.progress().update(Update.titled("Copying").with(done(1)));
                    host.progress()
                            .update(Update.of(done(2).with("to", "host with " + SECRET + " set")));
                    return FixtureTool.echo(params);
                },
                FixturePipeline.call("a"));
    }

    @Test
    void publishesTextTitlesAndMetadataWithoutSecrets() {
        copying();

        assertThat(received)
                .containsExactly(
                        new CallEvent.Progressed(
                                "c1", "fixture", "begun ", Optional.empty(), Json.Obj.EMPTY),
                        new CallEvent.Progressed(
                                "c1", "fixture", "", Optional.of("Copying"), done(1)),
                        new CallEvent.Progressed(
                                "c1",
                                "fixture",
                                "",
                                Optional.empty(),
                                done(2).with("to", "host with " + SecretMask.MASK + " set")));
    }

    @Test
    void publishesTheTextOfAnUpdateAsText() {
        Envelope envelope =
                run(
                        (params, host) -> {
                            host.progress().update(Update.ofText("half "));
                            host.progress().update(Update.titled("Copying"));
                            host.progress().report("done");
                            return FixtureTool.echo(params);
                        },
                        FixturePipeline.call("a"));

        assertThat(received)
                .extracting(it -> it.text() + "|" + it.title().orElse(""))
                .containsExactly("half |", "|Copying", "done|");
        assertThat(((ToolResult.Output) envelope.result()).metadata())
                .doesNotContainKey(EnvelopeJson.PROGRESS);
    }

    @Test
    void publishesTextThatLooksLikeASecretAtTheEndOfTheCall() {
        run(
                (params, host) -> {
                    host.progress().report("correct-horse");
                    return FixtureTool.echo(params);
                },
                FixturePipeline.call("a"));

        assertThat(String.join("", received.stream().map(CallEvent.Progressed::text).toList()))
                .isEqualTo("correct-horse");
    }

    @Test
    void addsTheLastMetadataToTheResult() {
        Envelope envelope = copying();

        Json.Obj all = done(2).with("to", "host with " + SecretMask.MASK + " set");
        assertThat(EnvelopeJson.write(envelope).find("metadata").map(it -> ((Json.Obj) it)))
                .flatMap(it -> it.find(EnvelopeJson.PROGRESS))
                .contains(all);
        var opencode = Dialects.of("opencode", new ToolRegistry());
        assertThat(((Json.Obj) opencode.render(Optional.empty(), envelope)).find("metadata"))
                .contains(all.with("text", "a").with("truncated", new Json.Bool(false)));
    }

    @Test
    void givesTheToolTheOriginOfItsCall() {
        List<CallInfo> seen = new ArrayList<>();
        var origin =
                new CallOrigin(Optional.of("7"), Json.Obj.EMPTY.with("ticket", Json.Num.of(42)));
        run(
                (params, host) -> {
                    seen.add(host.call());
                    return FixtureTool.echo(params);
                },
                FixturePipeline.call("a").withOrigin(origin));

        assertThat(seen)
                .containsExactly(
                        new CallInfo(
                                "c1",
                                Optional.of("7"),
                                "test",
                                Optional.empty(),
                                Json.Obj.EMPTY.with("ticket", Json.Num.of(42))));
    }

    @Test
    void givesTheToolTheMessageOfItsCall() {
        List<CallInfo> seen = new ArrayList<>();
        run(
                (params, host) -> {
                    seen.add(host.call());
                    return FixtureTool.echo(params);
                },
                FixturePipeline.call("a").withOrigin(CallOrigin.of("7")));

        assertThat(seen)
                .containsExactly(
                        new CallInfo(
                                "c1", Optional.of("7"), "test", Optional.empty(), Json.Obj.EMPTY));
    }
}
