/// Files that are not plain text: detects their type and converts them for models.
///
/// The libraries for pictures and documents are loaded only when they are needed. The package knows
/// no tools.
@NullMarked
package dev.deft.tools.files.media;

import org.jspecify.annotations.NullMarked;
