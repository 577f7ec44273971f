package dev.deft.os;

import java.util.Optional;

/// A regular file and its version.
///
/// @param path relative to the root
/// @param stamp differs for another file or content; empty if that is not certain, such as shortly
///   after a change
public record StampedFile(String path, long size, Optional<String> stamp) {}
