/// Files by their names below one open directory: every path is opened literally, without following
/// a link, by the kernel's own calls or, elsewhere, by those of the JDK.
@NullMarked
package dev.deft.os.tree;

import org.jspecify.annotations.NullMarked;
