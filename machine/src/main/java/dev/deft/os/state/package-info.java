/// What Deft keeps below `.deft` in a workspace, and the sidecars of calls.
@NullMarked
package dev.deft.os.state;

import org.jspecify.annotations.NullMarked;
