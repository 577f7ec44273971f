package dev.deft.agent.session.file;

import java.nio.file.Path;

/// The directories in which sessions are stored.
///
/// @param root the workspace; the logs are in its directory `.deft`
/// @param data the user's data directory: the signing key and the checkpoints
/// @param cache the user's cache directory
public record SessionPaths(Path root, Path data, Path cache) {}
