package dev.deft.app.interactive.slash;

import dev.deft.app.terminal.dialog.Picker;
import dev.deft.engine.Session;
import dev.deft.output.TerminalText;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.util.List;

/// `/policy`: the rules in force, and taking back those that were granted.
final class PolicyPage {

    private static final String REVOKE = "revoke";

    /// What a session may always do with its own files.
    private static final String OWN_FILES = ".deft/";

    private PolicyPage() {}

    static void run(String arguments, SlashContext conversation) {
        switch (arguments) {
            case "" -> show(conversation);
            case REVOKE -> pick(conversation);
            default -> conversation.error("Write /policy, or /policy revoke.");
        }
    }

    private static void show(SlashContext conversation) {
        Session session = conversation.session();
        var page = new TextPage();
        section("Granted for this session", Scope.SESSION, session, page);
        section("Granted for this project", Scope.PROJECT, session, page);
        section("Of the agent %s".formatted(conversation.agent()), Scope.MANIFEST, session, page);
        page.heading("How they decide")
                .text(
                        "A deny of the agent is final. Otherwise the most specific rule that fits decides; if none does, you are asked.")
                .text("/policy revoke takes back a rule that you granted.");
        conversation.page("Rules", columns -> page.lines(conversation.theme(), columns));
    }

    private static void section(String title, Scope scope, Session session, TextPage page) {
        List<Rule> rules =
                session.rules().stream().filter(it -> it.scope() == scope && isShown(it)).toList();
        page.heading(title);
        if (rules.isEmpty()) {
            page.faint("  none");
        }
        rules.forEach(it -> page.text("  " + TerminalText.decide(it.text())));
    }

    private static boolean isShown(Rule rule) {
        return !(rule.scope() == Scope.SESSION && rule.pattern().startsWith(OWN_FILES));
    }

    private static void pick(SlashContext conversation) {
        List<Picker.Item<Rule>> granted =
                conversation.session().rules().stream()
                        .filter(it -> it.scope() != Scope.MANIFEST && isShown(it))
                        .map(it ->
                                new Picker.Item<>(
                                        it,
                                        TerminalText.decide(it.text()),
                                        "for this " + it.scope().wire()))
                        .toList();
        if (granted.isEmpty()) {
            conversation.note("You granted no rule to this session or to the project.");
            return;
        }
        conversation.ask(
                new Picker<>(conversation.theme(), "Take back a rule", granted),
                picked -> picked.ifPresent(it -> revoke(it, conversation)));
    }

    private static void revoke(Rule rule, SlashContext conversation) {
        conversation.work(
                "Taking back",
                () -> conversation.session().revoke(rule),
                done -> {
                    String text = TerminalText.decide(rule.text());
                    if (done) {
                        conversation.note("Taken back: %s".formatted(text));
                    } else {
                        conversation.warn("%s was taken back already.".formatted(text));
                    }
                });
    }
}
