package dev.deft.engine.plan;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.CallLifetime;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.state.StateDirectory;
import dev.deft.os.tree.FileContent;
import dev.deft.state.StatePaths;
import dev.deft.tools.plan.PlanDecision;
import dev.deft.tools.plan.Plans;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The plan of one session as a file below `.deft/plans`, where only the owner of the workspace can
/// read and write. Ordinary tools ask before they write there.
///
/// @param session its id, which is the name of the file
/// @param approval is told what the user said
public record PlanFiles(
        Tree tree, StatePaths state, String session, PlanApproval approval, CallLifetime lifetime)
        implements Plans {

    private static final String DIRECTORY = "plans";
    private static final String ENDING = ".md";

    /// Opens the files of the workspace.
    @FunctionalInterface
    public interface Tree {

        WorkspaceTree open() throws IOException;
    }

    @Override
    public String path() {
        return path(session + ENDING);
    }

    private static String path(String name) {
        return ".deft/" + DIRECTORY + "/" + name;
    }

    @Override
    public Optional<String> read() throws IOException {
        lifetime.check();
        Optional<Bytes> content = directory().read(session + ENDING, 0, MOST_BYTES + 1);
        if (content.isPresent() && content.get().size() > MOST_BYTES) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "%s is longer than %d KB; make it shorter."
                            .formatted(path(), MOST_BYTES / 1024));
        }
        return content.map(it -> it.text(StandardCharsets.UTF_8));
    }

    @Override
    public void write(String text) throws IOException {
        lifetime.checkEffect();
        state.createDirectory(state.path().resolve(DIRECTORY));
        directory().put(Map.of(session + ENDING, new FileContent.InMemory(Bytes.of(text))));
    }

    @Override
    public void decided(PlanDecision decision) throws IOException {
        lifetime.checkEffect();
        approval.decided(decision);
    }

    @Override
    public List<String> list() throws IOException {
        lifetime.check();
        return directory().names().stream()
                .filter(it -> it.endsWith(ENDING))
                .map(PlanFiles::path)
                .toList();
    }

    private StateDirectory directory() throws IOException {
        return tree.open().state(DIRECTORY);
    }
}
