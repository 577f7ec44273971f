/// Tools over whole repositories: an overview, and a clone. They know no language and no build
/// system beyond the names of its files.
@NullMarked
package dev.deft.tools.code;

import org.jspecify.annotations.NullMarked;
