/// The `*** Begin Patch` format: what a patch says, and where it fits.
///
/// This package knows texts and edits; it knows neither files nor tools.
@NullMarked
package dev.deft.tools.files.patch;

import org.jspecify.annotations.NullMarked;
