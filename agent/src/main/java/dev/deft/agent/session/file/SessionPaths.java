package dev.deft.agent.session.file;

import java.nio.file.Path;

/// Where the sessions of a workspace are kept.
///
/// @param root the workspace; the logs lie in its directory `.deft`
/// @param data the user's own directory for data: the key, and what nobody else may bring along
/// @param cache the user's own directory for what can be made anew
public record SessionPaths(Path root, Path data, Path cache) {}
