package dev.deft.agent.model.http;

/// What a provider said instead of an answer, as its wire understands it.
///
/// @param said the provider's own words, as they came
public record ProviderError(Kind nature, String said) {

    /// An objection whose body the wire does not know. A page for browsers says nothing in a
    /// sentence.
    public static ProviderError unknown(int status, String body) {
        return new ProviderError(Kind.of(status), body.strip().startsWith("<") ? "" : body);
    }

    /// What becomes of an objection.
    public enum Kind {
        /// It may be gone at the next attempt.
        PASSING,
        /// The key is missing, wrong or not allowed to do this.
        DENIED,
        /// The conversation is longer than the model can read, or the answer asked for longer than
        /// it can write.
        TOO_LONG,
        /// The request is not taken as it is, and asking again would not change that.
        REFUSED;

        /// What a status means when nothing more is known.
        public static Kind of(int status) {
            return switch (status) {
                case 401, 403 -> DENIED;
                case 413 -> TOO_LONG;
                case 408, 409, 429 -> PASSING;
                default -> status >= 500 && status != 501 ? PASSING : REFUSED;
            };
        }
    }
}
