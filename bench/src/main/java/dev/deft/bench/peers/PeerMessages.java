package dev.deft.bench.peers;

import dev.deft.bench.model.MessagesStream;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Anthropic's Messages.
record PeerMessages() implements ModelWire {

    @Override
    public List<ToolOutcome> results(Json.Obj request) {
        return ModelWire.objects(request, "messages")
                .flatMap(it -> ModelWire.objects(it, "content"))
                .filter(it -> it.text("type").equals(Optional.of("tool_result")))
                .map(it ->
                        ToolOutcome.of(
                                it.text("tool_use_id").orElse(""),
                                it.find("content").orElse(new Json.Str("")),
                                it.find("is_error").equals(Optional.of(new Json.Bool(true)))))
                .toList();
    }

    @Override
    public List<Json> tools(Json.Obj request) {
        return ModelWire.objects(request, "tools").<Json>map(it -> it).toList();
    }

    @Override
    public String stream(Answer answer) {
        var bytes = new ByteArrayOutputStream();
        var out = new MessagesStream(bytes);
        try {
            out.begin();
            if (answer.call().isPresent()) {
                PeerCall call = answer.call().get();
                out.call(0, answer.id(), call.tool(), JsonText.write(arguments(call)));
                out.end("tool_use");
            } else {
                out.text(answer.text());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public String whole(Answer answer) {
        Json.Obj block =
                answer.call()
                        .map(it ->
                                Json.Obj.EMPTY
                                        .with("type", "tool_use")
                                        .with("id", answer.id())
                                        .with("name", it.tool())
                                        .with("input", arguments(it)))
                        .orElse(Json.Obj.EMPTY.with("type", "text").with("text", answer.text()));
        String stop = answer.call().isPresent() ? "tool_use" : "end_turn";
        return """
        {"id":"m","type":"message","role":"assistant","model":"bench","content":[%s],\
        "stop_reason":"%s","stop_sequence":null,"usage":{"input_tokens":1000,"output_tokens":20}}\
        """
                .formatted(JsonText.write(block), stop);
    }

    private static Json.Obj arguments(PeerCall call) {
        return switch (call) {
            case PeerCall.Function it -> it.arguments();
            case PeerCall.FreeForm it -> Json.Obj.EMPTY.with("input", it.input());
        };
    }
}
