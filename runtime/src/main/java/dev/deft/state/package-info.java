/// The paths of the files of Deft in a workspace, and the interface of their locks. It knows no
/// format of these files.
@NullMarked
package dev.deft.state;

import org.jspecify.annotations.NullMarked;
