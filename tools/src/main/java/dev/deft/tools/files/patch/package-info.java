/// Patches, in the `*** Begin Patch` format and as unified diffs: parses and applies them.
///
/// The package knows text and edits, but neither files nor tools.
@NullMarked
package dev.deft.tools.files.patch;

import org.jspecify.annotations.NullMarked;
