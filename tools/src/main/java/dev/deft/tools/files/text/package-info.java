/// Text files as they really are: their encoding, their line ends, their lines and their changes.
///
/// What is read here can be written back byte for byte. This package knows no tool.
@NullMarked
package dev.deft.tools.files.text;

import org.jspecify.annotations.NullMarked;
