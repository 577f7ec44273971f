package dev.deft.app.interactive.slash;

import dev.deft.agent.config.Price;
import dev.deft.agent.config.Prices;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.SessionTree;
import dev.deft.dialect.Dialects;
import dev.deft.engine.SessionFiles;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// `/cost`: the tokens and the cost of the session, by model.
///
/// @param own of the session itself, by model
/// @param below of its sub-agents, by model
/// @param subAgents how many there were
record CostReport(Map<String, Usage> own, Map<String, Usage> below, int subAgents, Prices prices) {

    CostReport {
        own = Map.copyOf(own);
        below = Map.copyOf(below);
    }

    static void show(Conversation conversation) {
        conversation.work(
                "Adding up",
                () -> of(conversation),
                report ->
                        conversation.print(
                                columns -> report.page().lines(conversation.theme(), columns)));
    }

    private static CostReport of(Conversation conversation) throws IOException {
        Trust trust =
                Trust.of(
                        conversation.session().policy(),
                        conversation.workspace().root(),
                        conversation.environment());
        Settings settings =
                conversation.workspace().configuration(Dialects.DEFAULT, trust).settings();
        UnaryOperator<String> names = it -> qualified(it, conversation.model(), settings);
        Map<String, Usage> own = new LinkedHashMap<>();
        add(conversation.session().changes().history(), names, own);
        SessionFiles files = conversation.workspace().sessions();
        List<SessionSummary> children =
                new SessionTree(files.find("")).descendants(conversation.session().id());
        Map<String, Usage> below = new LinkedHashMap<>();
        for (SessionSummary child : children) {
            add(files.quietHistory(new SessionId(child.id())), names, below);
        }
        return new CostReport(own, below, children.size(), settings.prices());
    }

    /// Logs name models without their provider, prices with it.
    static String qualified(String model, String current, Settings settings) {
        if (model.contains("/") || current.endsWith("/" + model)) {
            return model.contains("/") ? model : current;
        }
        return settings.providers().keySet().stream()
                .map(it -> it + "/" + model)
                .filter(it -> settings.prices().of(it).isPresent())
                .findFirst()
                .orElse(model);
    }

    private static void add(
            SessionHistory history, UnaryOperator<String> names, Map<String, Usage> sums) {
        for (Entry entry : history.entries()) {
            if (entry.body() instanceof Entry.TokenUsage(Usage usage, String model)) {
                sums.merge(names.apply(model), usage, Usage::plus);
            }
        }
    }

    TextPage page() {
        var page = new TextPage();
        if (own.isEmpty() && below.isEmpty()) {
            return page.text("No model was asked in this session yet.");
        }
        section("Cost of this session", own, page);
        if (subAgents > 0) {
            section(
                    "%d %s".formatted(subAgents, subAgents == 1 ? "sub-agent" : "sub-agents"),
                    below,
                    page);
            page.heading("Together").row("all", spent(all(), total()));
        }
        return page;
    }

    private void section(String title, Map<String, Usage> usage, TextPage page) {
        page.heading(title);
        new TreeMap<>(usage)
                .forEach((model, used) -> page.row(model, spent(used, cost(model, used))));
    }

    private Usage all() {
        Usage own = this.own.values().stream().reduce(Usage.NONE, Usage::plus);
        return below.values().stream().reduce(own, Usage::plus);
    }

    /// Empty if a price is unknown.
    private Optional<Double> total() {
        double sum = 0;
        for (Map<String, Usage> part : List.of(own, below)) {
            for (Map.Entry<String, Usage> it : part.entrySet()) {
                Optional<Double> cost = cost(it.getKey(), it.getValue());
                if (cost.isEmpty()) {
                    return Optional.empty();
                }
                sum += cost.get();
            }
        }
        return Optional.of(sum);
    }

    private Optional<Double> cost(String model, Usage usage) {
        Optional<Price> price = prices.of(model);
        return price.map(it -> it.of(usage));
    }

    private static String spent(Usage usage, Optional<Double> cost) {
        long read = usage.input() + usage.cacheRead() + usage.cacheWrite();
        String cached =
                usage.cacheRead() > 0
                        ? String.format(Locale.ROOT, " (%,d cached)", usage.cacheRead())
                        : "";
        String dollars =
                cost.map(it -> String.format(Locale.ROOT, "about $%.4f", it))
                        .orElse("price unknown");
        return String.format(
                Locale.ROOT, "%,d tokens in%s, %,d out, %s", read, cached, usage.output(), dollars);
    }
}
