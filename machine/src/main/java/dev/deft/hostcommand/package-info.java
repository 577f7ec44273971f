/// Commands that run on a configured machine, over SSH.
///
/// In the sandbox each of them is a small script on the PATH. It talks through named pipes to this
/// process, which starts `ssh` with those pipes as its standard streams, so bytes are not copied.
/// Nothing in the sandbox sees a key, a socket or the network. Whether a command may run was
/// decided before; the remote machine decides what it accepts.
@NullMarked
package dev.deft.hostcommand;

import org.jspecify.annotations.NullMarked;
