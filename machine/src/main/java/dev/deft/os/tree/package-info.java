/// Access to files below one open directory. Every path is opened literally, without following
/// links, by system calls or, elsewhere, by the JDK.
@NullMarked
package dev.deft.os.tree;

import org.jspecify.annotations.NullMarked;
