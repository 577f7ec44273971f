package dev.deft.agent.model.listing;

import java.util.List;

/// What a provider said when it was asked for its models.
public sealed interface ProviderList {

    /// {@return the provider}
    String provider();

    /// {@return where it was asked}
    String baseUrl();

    /// It answered.
    ///
    /// @param unusable how many entries of its list have no name that can be shown
    record Listed(String provider, String baseUrl, List<ListedModel> models, int unusable)
            implements ProviderList {

        public Listed {
            models = List.copyOf(models);
        }
    }

    /// It did not.
    ///
    /// @param message what was wrong and what to do, without a key
    record Failed(String provider, String baseUrl, String message) implements ProviderList {}
}
