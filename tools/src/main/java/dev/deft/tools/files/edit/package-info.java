/// Finding a piece of text in a document and putting another in its place, never by a guess.
///
/// This package knows documents; it knows neither files nor tools.
@NullMarked
package dev.deft.tools.files.edit;

import org.jspecify.annotations.NullMarked;
