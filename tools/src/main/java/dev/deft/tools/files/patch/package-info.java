/// Patches, in the `*** Begin Patch` format and as unified diffs: what they say, and where it fits.
///
/// This package knows texts and edits; it knows neither files nor tools.
@NullMarked
package dev.deft.tools.files.patch;

import org.jspecify.annotations.NullMarked;
