package dev.deft.app.interactive;

import dev.deft.agent.model.listing.LocalServer;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.app.terminal.ui.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/// Offers the models of servers on this machine to someone without a key.
record LocalModelQuestion(TerminalDevice device, Theme theme) {

    /// A model on this machine.
    ///
    /// @param model as `provider/name`
    record Choice(String baseUrl, String model) {}

    /// Asks which model to use; empty if there is none, or none is wanted.
    Optional<Choice> ask(List<LocalServer> servers) throws InterruptedException {
        List<Picker.Item<Choice>> items = new ArrayList<>();
        for (LocalServer server : servers) {
            server.suitable()
                    .forEach(it ->
                            items.add(
                                    new Picker.Item<>(
                                            new Choice(server.baseUrl(), "openai/" + it.id()),
                                            it.id(),
                                            server.name())));
        }
        if (items.isEmpty()) {
            return Optional.empty();
        }
        var question = new Picker<>(theme, "Use a model on this machine?", items);
        return new DialogScreen(device)
                .ask(
                        width -> {
                            List<AttributedString> lines =
                                    new ArrayList<>(
                                            Wrap.words(
                                                    "There is no key for a provider, but a model server runs on this machine. Esc shows how to set a key.",
                                                    width,
                                                    theme.plain()));
                            lines.add(AttributedString.EMPTY);
                            return lines;
                        },
                        question)
                .flatMap(it -> it);
    }
}
