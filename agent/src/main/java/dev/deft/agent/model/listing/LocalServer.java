package dev.deft.agent.model.listing;

import java.util.List;

/// A model server on this machine.
///
/// @param name of the program, such as `Ollama`
/// @param baseUrl for `OPENAI_BASE_URL`
/// @param models that it has
public record LocalServer(String name, String baseUrl, List<ListedModel> models) {

    public LocalServer {
        models = List.copyOf(models);
    }

    /// {@return the models that may work for an agent, those in memory first}
    public List<ListedModel> suitable() {
        return models.stream()
                .filter(ListedModel::suitable)
                .sorted((a, b) -> Boolean.compare(b.context().isPresent(), a.context().isPresent()))
                .toList();
    }

    /// {@return whether a base URL leads to this server}
    ///
    /// @param url as it is configured
    public boolean isAt(String url) {
        return BaseUrls.normalized(url).equals(BaseUrls.normalized(baseUrl));
    }
}
