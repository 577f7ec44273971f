/// Files that are no plain text: what they are, and how a model can see them.
///
/// The libraries for pictures and documents are loaded only when one is read.
@NullMarked
package dev.deft.tools.files.media;

import org.jspecify.annotations.NullMarked;
