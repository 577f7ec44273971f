package dev.deft.app.interactive;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.trust.ActingFiles;
import dev.deft.agent.trust.RefusedWorkspace;
import dev.deft.agent.trust.TrustReport;
import dev.deft.agent.trust.TrustStore;
import dev.deft.agent.trust.TrustedWorkspace;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.output.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;

/// Asks at the first start in a workspace whether the user trusts it. What they say is kept until
/// the files that would act change.
record TrustQuestion(TerminalDevice device, Theme theme) {

    private static final int MOST_SHOWN = 12;

    private enum Answer {
        TRUST,
        REFUSE,
        LEAVE
    }

    /// Asks, unless the user has decided already.
    ///
    /// @return false if the user wants to leave
    boolean ask(Path root, Map<String, String> environment)
            throws IOException, InterruptedException {
        var store = new TrustStore(UserDirectories.from(environment).data());
        if (store.isInside(root) || store.isDecided(root)) {
            return true;
        }
        TrustReport report = TrustReport.of(store, root);
        var question =
                new Picker<>(
                        theme,
                        "Do you trust this directory?",
                        List.of(
                                new Picker.Item<>(
                                        Answer.TRUST, "Yes", "its configuration may act as shown"),
                                new Picker.Item<>(
                                        Answer.REFUSE,
                                        "No, go on without it",
                                        "its files can only narrow what the agent may do"),
                                new Picker.Item<>(Answer.LEAVE, "Leave", "")));
        Answer answer =
                new DialogScreen(device)
                        .ask(width -> lines(report, width), question)
                        .flatMap(it -> it)
                        .orElse(Answer.LEAVE);
        switch (answer) {
            case TRUST ->
                    store.put(new TrustedWorkspace(root, now(), report.found().fingerprints()));
            case REFUSE ->
                    store.refuse(new RefusedWorkspace(root, now(), report.found().fingerprints()));
            case LEAVE -> {}
        }
        return answer != Answer.LEAVE;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private List<AttributedString> lines(TrustReport report, int width) {
        List<AttributedString> lines = new ArrayList<>();
        lines.add(
                Blocks.styled(
                        TerminalText.decide(report.root().toString()), theme.accent(), width));
        lines.add(AttributedString.EMPTY);
        lines.addAll(
                Wrap.words(
                        "The agent reads files here and, after asking, changes them and runs commands. Text in these files can try to mislead it, so work only where you know who wrote them.",
                        width,
                        theme.plain()));
        List<ActingFiles.Act> acts = report.found().acts();
        if (!acts.isEmpty()) {
            lines.add(AttributedString.EMPTY);
            lines.add(
                    Blocks.styled(
                            "If you trust it, these files take effect:", theme.warning(), width));
        }
        acts.stream()
                .limit(MOST_SHOWN)
                .forEach(it ->
                        lines.add(
                                Blocks.cut(
                                        new AttributedString(
                                                TerminalText.decide(
                                                        "  %s %s  %s"
                                                                .formatted(
                                                                        it.kind(),
                                                                        it.name(),
                                                                        it.detail())),
                                                theme.plain()),
                                        width)));
        if (acts.size() > MOST_SHOWN) {
            lines.add(
                    Blocks.styled(
                            "  … and %d more; deft trust lists them"
                                    .formatted(acts.size() - MOST_SHOWN),
                            theme.faint(),
                            width));
        }
        lines.add(AttributedString.EMPTY);
        return lines;
    }
}
