package dev.deft.client;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// The operations about rules.
public final class RulesApi {
    private final ApiConnection connection;

    RulesApi(ApiConnection connection) {
        this.connection = connection;
    }

    /// What would become of a call, and why.
    ///
    /// @param workspace its id or name
    /// @param body what is sent
    public RulesData.ExplanationView explainCall(String workspace, RulesData.ExplainOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/explain",
                        Query.NONE,
                        Optional.of(body),
                        false),
                RulesData.ExplanationView.class);
    }

    /// The rules that hold, in their order.
    ///
    /// @param workspace its id or name
    /// @param query any of `session`, `limit`, `cursor`
    public Stream<RulesData.RuleItem> listRules(String workspace, Query query)
            throws IOException, InterruptedException {
        return Pages.of(
                connection,
                "/v1/workspaces/" + Query.encoded(workspace) + "/rules",
                query,
                RulesData.RuleItem.class);
    }

    /// Adds a rule to the workspace.
    ///
    /// @param workspace its id or name
    /// @param body what is sent
    public RulesData.RuleItem addRule(String workspace, RulesData.RuleOrder body)
            throws IOException, InterruptedException {
        return connection.read(
                new ApiConnection.Order(
                        "POST",
                        "/v1/workspaces/" + Query.encoded(workspace) + "/rules",
                        Query.NONE,
                        Optional.of(body),
                        true),
                RulesData.RuleItem.class);
    }

    /// Takes back a rule that was granted.
    ///
    /// @param workspace its id or name
    /// @param rule The rule on one line, as the list has it.
    /// @param query any of `session`
    public void revokeRule(String workspace, String rule, Query query)
            throws IOException, InterruptedException {
        String _ =
                connection.text(
                        new ApiConnection.Order(
                                "DELETE",
                                "/v1/workspaces/" + Query.encoded(workspace) + "/rules",
                                query.and("rule", rule),
                                Optional.empty(),
                                true));
    }
}
