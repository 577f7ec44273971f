package dev.deft.run;

import java.util.List;
import java.util.Optional;

/// The answer of an [Approver].
///
/// ```java
/// Approval narrower = Approval.session(List.of("allow bash npm test *"));
/// Approval no = Approval.reject("Use the staging database.");
/// ```
///
/// @param kind whether the call may run, and how long the answer holds
/// @param rules to store instead of the suggested ones, as the user wrote them; empty for the
///   suggested ones. If one of them cannot be stored, none is, and the call is denied
/// @param message what the user says to the model about a rejection
public record Approval(Kind kind, List<String> rules, Optional<String> message) {

    /// How long an answer holds.
    public enum Kind {
        /// Allow this call.
        ONCE,
        /// Allow this call, and add rules for the rest of the session.
        SESSION,
        /// Allow this call, and add rules to the project.
        PROJECT,
        /// Deny this call.
        REJECT
    }

    /// Allow this call.
    public static final Approval ONCE = new Approval(Kind.ONCE, List.of(), Optional.empty());

    /// Allow this call, and add the suggested rules for the rest of the session.
    public static final Approval SESSION = new Approval(Kind.SESSION, List.of(), Optional.empty());

    /// Allow this call, and add the suggested rules to the project.
    public static final Approval PROJECT = new Approval(Kind.PROJECT, List.of(), Optional.empty());

    /// Deny this call.
    public static final Approval REJECT = new Approval(Kind.REJECT, List.of(), Optional.empty());

    /// Copies the list, and drops a message without words.
    ///
    /// @throws IllegalArgumentException if an answer has rules or a message that its kind has no
    ///   use for
    public Approval {
        rules = List.copyOf(rules);
        message = message.map(String::strip).filter(it -> !it.isEmpty());
        if (!rules.isEmpty() && kind != Kind.SESSION && kind != Kind.PROJECT) {
            throw new IllegalArgumentException("only an answer that lasts has rules");
        }
        if (message.isPresent() && kind != Kind.REJECT) {
            throw new IllegalArgumentException("only a rejection has a message");
        }
    }

    /// {@return an answer that allows the call and adds rules for the rest of the session}
    ///
    /// @param rules such as `allow bash npm test *`; empty for the suggested ones
    public static Approval session(List<String> rules) {
        return new Approval(Kind.SESSION, rules, Optional.empty());
    }

    /// {@return an answer that allows the call and adds rules to the project}
    ///
    /// @param rules such as `allow bash npm test *`; empty for the suggested ones
    public static Approval project(List<String> rules) {
        return new Approval(Kind.PROJECT, rules, Optional.empty());
    }

    /// {@return an answer that denies the call and tells the model something}
    ///
    /// @param message of the user; a blank one says nothing
    public static Approval reject(String message) {
        return new Approval(Kind.REJECT, List.of(), Optional.of(message));
    }
}
