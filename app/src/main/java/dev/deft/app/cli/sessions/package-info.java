/// `deft sessions`: lists, shows, replays, exports, undoes and adopts sessions.
@NullMarked
package dev.deft.app.cli.sessions;

import org.jspecify.annotations.NullMarked;
