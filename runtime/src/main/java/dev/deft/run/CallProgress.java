package dev.deft.run;

import dev.deft.host.Progress;
import dev.deft.json.Json;
import dev.deft.output.MaskedStream;
import dev.deft.output.SecretMask;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.ToolResult;
import java.util.Optional;
import java.util.function.Consumer;

/// Publishes the progress of a call, with secrets masked.
final class CallProgress implements Progress, Consumer<String> {

    private final CallEvents events;
    private final PreparedCall<?> call;
    private final SecretMask mask;
    private final MaskedStream texts;
    private Json.Obj metadata = Json.Obj.EMPTY;

    CallProgress(CallEvents events, PreparedCall<?> call, SecretMask mask) {
        this.events = events;
        this.call = call;
        this.mask = mask;
        this.texts = new MaskedStream(mask, this);
    }

    @Override
    public void report(String text) {
        texts.accept(text);
    }

    @Override
    public void update(Update update) {
        if (update.text().isPresent()) {
            report(update.text().get());
        }
        if (update.title().isPresent() || !update.metadata().fields().isEmpty()) {
            Json.Obj masked = mask.json(update.metadata());
            add(masked);
            publish("", update.title().map(mask::text), masked);
        }
    }

    private synchronized void add(Json.Obj more) {
        metadata = metadata.withAll(more);
    }

    /// Receives masked text.
    @Override
    public void accept(String text) {
        publish(text, Optional.empty(), Json.Obj.EMPTY);
    }

    private void publish(String text, Optional<String> title, Json.Obj more) {
        events.publish(new CallEvent.Progressed(call.callId(), call.toolId(), text, title, more));
    }

    /// Publishes the rest of the text.
    void end() {
        texts.end();
    }

    /// Adds the metadata of all updates to the result.
    synchronized ToolResult in(ToolResult result) {
        return result instanceof ToolResult.Output output && !metadata.fields().isEmpty()
                ? output.with(EnvelopeJson.PROGRESS, metadata)
                : result;
    }
}
