package dev.deft.mcp.oauth;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Opens the page in the browser that `$BROWSER` names, and always says where it is: on a machine
/// without a browser, a person opens it elsewhere.
public final class BrowserOpener implements SignInOpener {

    private static final String VARIABLE = "BROWSER";
    private static final String PLACE = "%s";

    private final Map<String, String> environment;
    private final Consumer<String> lines;

    /// Opens pages in the browser of a person who reads what is printed.
    ///
    /// @param lines shows a line to the person
    public BrowserOpener(Map<String, String> environment, Consumer<String> lines) {
        this.environment = Map.copyOf(environment);
        this.lines = lines;
    }

    @Override
    public void open(URI address) {
        lines.accept("To sign in, open this address in a browser of this machine:");
        lines.accept(address.toASCIIString());
        for (String command : environment.getOrDefault(VARIABLE, "").split(":", -1)) {
            if (!command.isBlank() && start(command.strip(), address.toASCIIString())) {
                return;
            }
        }
    }

    /// No shell reads the command, so that nothing in the address can act.
    private boolean start(String command, String address) {
        List<String> words = Arrays.asList(command.split("\\s+", -1));
        words.replaceAll(it -> it.replace(PLACE, address));
        List<String> all =
                command.contains(PLACE)
                        ? words
                        : Stream.concat(words.stream(), Stream.of(address)).toList();
        var process = new ProcessBuilder(all);
        process.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        process.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        process.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process _ = process.start();
            return true;
        } catch (IOException e) {
            lines.accept("%s cannot be started: %s".formatted(words.getFirst(), e.getMessage()));
            return false;
        }
    }
}
