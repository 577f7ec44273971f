package dev.deft.policy;

import dev.deft.script.command.Redirection;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the files of redirections in a script, following `cd` as far as that is known.
public final class RedirectionTargets {

    private static final int MOST_DIRECTORIES = 16;

    private final Set<String> directories = new LinkedHashSet<>();
    private boolean directoryUnknown;

    /// @param directory where the script starts, relative to the root
    public RedirectionTargets(String directory) {
        directories.add(directory);
    }

    /// What a redirection touches: nothing, or one file for each possible working directory.
    ///
    /// @param known whether `touches` is complete
    public record Target(List<Touch> touches, boolean known) {}

    /// Follows a command that may change the working directory.
    public void changeDirectory(SimpleCommand command) {
        Optional<String> program = command.program();
        if (program.filter(it -> it.equals("cd") || it.equals("pushd")).isPresent()) {
            Optional<String> directory =
                    command.words().size() == 2
                            ? command.words().get(1).constant()
                            : Optional.empty();
            directory
                    .filter(it -> !it.startsWith("-") && !List.of(it.split("/", -1)).contains(".."))
                    .ifPresentOrElse(this::enter, () -> directoryUnknown = true);
        } else if (program.filter("popd"::equals).isPresent()) {
            directoryUnknown = true;
        }
    }

    private void enter(String directory) {
        for (String from : List.copyOf(directories)) {
            directories.add(joined(from, directory));
        }
        directoryUnknown |= directories.size() > MOST_DIRECTORIES;
    }

    public Target of(Redirection redirection) {
        if (!redirection.kind().reads() && !redirection.kind().writes()) {
            return new Target(List.of(), true);
        }
        Word word = redirection.target();
        if (word.prefix().matches("/dev/(null|std(in|out|err)|tty|zero|u?random|fd/.*)")) {
            return new Target(List.of(), true);
        }
        Optional<String> path = word.constant();
        if (path.isEmpty() || path.get().isEmpty()) {
            return new Target(List.of(), false);
        }
        String[] parts = path.get().split("/", -1);
        if (path.get().matches("/dev/(tcp|udp)/.+/.+")) {
            return new Target(List.of(Touch.fetching(parts[3] + ":" + parts[4])), true);
        }
        boolean absolute = path.get().startsWith("/");
        List<Touch> touches = new ArrayList<>();
        for (String from : absolute ? List.of("") : List.copyOf(directories)) {
            touches.addAll(touches(redirection.kind(), joined(from, path.get())));
        }
        return new Target(touches, absolute || !directoryUnknown);
    }

    private static List<Touch> touches(Redirection.Kind kind, String path) {
        List<Touch> touches = new ArrayList<>();
        if (kind.reads()) {
            touches.add(new Touch(Capability.FS_READ, path));
        }
        if (kind.writes()) {
            touches.add(new Touch(Capability.FS_WRITE, path));
        }
        return touches;
    }

    /// A path relative to the root, without `.` and, as long as it stays inside, without `..`.
    private static String joined(String from, String path) {
        String whole = path.startsWith("/") || from.isEmpty() ? path : from + "/" + path;
        List<String> segments = new ArrayList<>();
        for (String segment : whole.split("/", -1)) {
            if (segment.equals("..") && !segments.isEmpty() && !segments.getLast().equals("..")) {
                segments.removeLast();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment);
            }
        }
        String joined = String.join("/", segments);
        return whole.startsWith("/") ? "/" + joined : joined.isEmpty() ? "." : joined;
    }

    /// Whether a path leads out of the root, by its text alone.
    static boolean isOutside(String path) {
        return path.startsWith("/") || path.equals("..") || path.startsWith("../");
    }
}
