/// `deft sessions`: lists, shows, replays, exports, undoes and adopts sessions. Contains only
/// arguments and output; `engine` does the work.
@NullMarked
package dev.deft.app.cli.sessions;

import org.jspecify.annotations.NullMarked;
