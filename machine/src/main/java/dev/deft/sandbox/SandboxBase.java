package dev.deft.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What every sandbox of a workspace starts from.
///
/// @param root the workspace, a real path
/// @param environment of the process
/// @param hidden files and directories no command may see, such as those of Deft itself
/// @param helpers the programs we start ourselves
public record SandboxBase(
        Path root, Map<String, String> environment, List<Path> hidden, HostPrograms helpers) {

    public SandboxBase {
        environment = Map.copyOf(environment);
        hidden = List.copyOf(hidden);
    }

    /// A workspace where nothing more is hidden.
    public static SandboxBase of(Path root, Map<String, String> environment) {
        return new SandboxBase(root, environment, List.of(), new HostPrograms(root, environment));
    }

    /// The same with more hidden.
    public SandboxBase hiding(List<Path> more) {
        List<Path> all = new ArrayList<>(hidden);
        all.addAll(more);
        return new SandboxBase(root, environment, all, helpers);
    }
}
