/// A part of a file that fits into one answer, and how to go on from there.
@NullMarked
package dev.deft.tools.files.page;

import org.jspecify.annotations.NullMarked;
