package dev.deft.server.store;

/// Which session is meant.
///
/// @param workspace the id of its workspace on the servers
/// @param session its id, unique in the workspace
public record SessionRef(String workspace, String session) {}
