package dev.deft.client;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about rules.
public final class RulesData {
    private RulesData() {}

    /// `ExplainOrder` of the API.
    ///
    /// @param tool The name of the tool
    /// @param args Its arguments
    /// @param session The session whose rules count
    public record ExplainOrder(String tool, Optional<Json.Obj> args, Optional<String> session) {

        /// Without what may be left out.
        public ExplainOrder(String tool) {
            this(tool, Optional.empty(), Optional.empty());
        }

        /// The same with `args`.
        public ExplainOrder withArgs(Json.Obj value) {
            return new ExplainOrder(tool, Optional.of(value), session);
        }

        /// The same with `session`.
        public ExplainOrder withSession(String value) {
            return new ExplainOrder(tool, args, Optional.of(value));
        }
    }

    /// `ExplanationView` of the API.
    ///
    /// @param decision `allow`, `ask` or `deny`
    /// @param look Whether a command would run without effects, in look mode
    /// @param stages The verdicts, in the order of the gates
    /// @param rules The rules that an answer for the session or the project would add
    public record ExplanationView(
            String decision, boolean look, List<RulesData.StageView> stages, List<String> rules) {}

    /// `PartView` of the API.
    public record PartView(String part, String decision, String reason) {}

    /// `RuleItem` of the API.
    ///
    /// @param scope Where it comes from: `manifest`, `project` or `session`
    /// @param action `allow`, `ask` or `deny`
    /// @param permission A tool, a capability, or `*`
    /// @param pattern What it is about, such as `src/**` or `npm test *`
    /// @param text The rule on one line, such as `allow write src/**`
    public record RuleItem(
            String scope, String action, String permission, String pattern, String text) {}

    /// `RuleOrder` of the API.
    ///
    /// @param rule The rule on one line, such as `allow write src/**`
    public record RuleOrder(String rule) {}

    /// `StageView` of the API.
    ///
    /// @param stage The name of the gate
    /// @param decision `allow`, `ask` or `deny`
    /// @param reason Why, as a sentence
    /// @param parts The verdict on each command of a script
    public record StageView(
            String stage,
            String decision,
            String reason,
            Optional<List<RulesData.PartView>> parts) {}
}
