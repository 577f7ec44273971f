/// Where Deft keeps its own files in a workspace, and how they are locked.
@NullMarked
package dev.deft.state;

import org.jspecify.annotations.NullMarked;
