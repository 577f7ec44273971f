/// Commands that run on a configured machine, over SSH.
///
/// Inside a sandbox each of them is a small script on the PATH. It talks through named pipes to us,
/// outside, and we start `ssh` with those pipes as its standard streams: bytes go straight through.
/// Nothing inside sees a key, a socket or the network. Whether a command may run was decided
/// before; what the machine lets us run is decided there.
@NullMarked
package dev.deft.hostcommand;

import org.jspecify.annotations.NullMarked;
