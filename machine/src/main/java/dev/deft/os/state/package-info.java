/// What Deft stores below `.deft` in a workspace, including the sidecars of calls.
@NullMarked
package dev.deft.os.state;

import org.jspecify.annotations.NullMarked;
