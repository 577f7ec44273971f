/// Finds text in a document and replaces it, without guessing.
///
/// The package knows documents, but neither files nor tools.
@NullMarked
package dev.deft.tools.files.edit;

import org.jspecify.annotations.NullMarked;
