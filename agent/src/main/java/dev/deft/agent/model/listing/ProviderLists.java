package dev.deft.agent.model.listing;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.anthropic.AnthropicWire;
import dev.deft.agent.model.http.ServerDocuments;
import dev.deft.agent.model.http.Wire;
import dev.deft.agent.model.openai.OpenAiWire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Asks providers for their models, all at once.
public final class ProviderLists {

    /// How long a provider may take.
    public static final Duration TIME = Duration.ofSeconds(5);

    /// The most bytes of a list, or of a page of one.
    static final int MAX_BYTES = 16 << 20;

    private static final String ANTHROPIC = "anthropic";

    private final Duration time;

    /// @param time how long a provider may take
    public ProviderLists(Duration time) {
        this.time = time;
    }

    /// Asks providers; the answers are in the same order.
    ///
    /// @param providers how each is reached; the model does not matter
    public List<ProviderList> ask(List<ModelSettings> providers) throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ProviderList>> asked =
                    threads.invokeAll(
                            providers.stream().map(this::task).toList(),
                            time.toMillis(),
                            TimeUnit.MILLISECONDS);
            List<ProviderList> answers = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                answers.add(
                        asked.get(i).state() == Future.State.CANCELLED
                                ? tooSlow(providers.get(i))
                                : asked.get(i).resultNow());
            }
            return answers;
        }
    }

    private Callable<ProviderList> task(ModelSettings provider) {
        return () -> ask(provider);
    }

    private ProviderList ask(ModelSettings provider) throws InterruptedException {
        String name = provider.wire();
        try (var documents = new ServerDocuments(name, provider, wire(provider), MAX_BYTES, time)) {
            OpenAiList list =
                    name.equals(ANTHROPIC)
                            ? AnthropicList.read(documents)
                            : OpenAiList.read(documents.get("/models"));
            return new ProviderList.Listed(
                    name, provider.baseUrl(), list.models(), list.unusable());
        } catch (ModelException e) {
            return new ProviderList.Failed(
                    name, provider.baseUrl(), String.valueOf(e.getMessage()));
        }
    }

    private static Wire wire(ModelSettings provider) {
        return provider.wire().equals(ANTHROPIC)
                ? new AnthropicWire(provider)
                : new OpenAiWire(provider, () -> "");
    }

    private ProviderList tooSlow(ModelSettings provider) {
        return new ProviderList.Failed(
                provider.wire(),
                provider.baseUrl(),
                "%s did not send its list within %d s. Check the network, or try again."
                        .formatted(provider.wire(), time.toSeconds()));
    }
}
