package dev.deft.agent.model.http;

/// An error from a provider, as its wire reads it.
///
/// @param message the message of the provider, verbatim
public record ProviderError(Kind kind, String message) {

    /// An error with a body in an unknown form. HTML pages are not shown.
    public static ProviderError unknown(int status, String body) {
        return new ProviderError(Kind.of(status), body.strip().startsWith("<") ? "" : body);
    }

    /// What to do about an error.
    public enum Kind {
        /// Temporary: a retry may succeed.
        PASSING,
        /// The key is missing, wrong or not allowed to do this.
        DENIED,
        /// The conversation is longer than the model can read, or the maximum answer exceeds what
        /// it can write.
        TOO_LONG,
        /// The account has no credit or quota left, or a retry does not help for another reason
        /// that is not in the request.
        EXHAUSTED,
        /// The request is rejected, and a retry would be too.
        REFUSED;

        /// The kind of an error of which only the status is known.
        public static Kind of(int status) {
            return switch (status) {
                case 401, 403 -> DENIED;
                case 402 -> EXHAUSTED;
                case 413 -> TOO_LONG;
                case 408, 409, 429 -> PASSING;
                default -> status >= 500 && status != 501 ? PASSING : REFUSED;
            };
        }
    }
}
