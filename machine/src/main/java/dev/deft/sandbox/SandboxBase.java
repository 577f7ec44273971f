package dev.deft.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What all sandboxes of a workspace have in common.
///
/// @param root the real path of the workspace
/// @param environment the environment of this process
/// @param hidden files and directories no command may see, such as those of Deft itself
/// @param shown readable paths besides what every sandbox shows, such as a program and its files
/// @param helpers the programs Deft starts itself
public record SandboxBase(
        Path root,
        Map<String, String> environment,
        List<Path> hidden,
        List<Path> shown,
        HostPrograms helpers) {

    public SandboxBase {
        environment = Map.copyOf(environment);
        hidden = List.copyOf(hidden);
        shown = List.copyOf(shown);
    }

    /// Without additional hidden paths.
    public static SandboxBase of(Path root, Map<String, String> environment) {
        return new SandboxBase(
                root, environment, List.of(), List.of(), new HostPrograms(root, environment));
    }

    /// Hides additional paths.
    public SandboxBase hiding(List<Path> more) {
        List<Path> all = new ArrayList<>(hidden);
        all.addAll(more);
        return new SandboxBase(root, environment, all, shown, helpers);
    }

    /// Shows additional paths. What is hidden stays hidden.
    public SandboxBase showing(List<Path> more) {
        List<Path> all = new ArrayList<>(shown);
        all.addAll(more);
        return new SandboxBase(root, environment, hidden, all, helpers);
    }
}
