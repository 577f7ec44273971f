/// What happens now, carried between servers by LISTEN and NOTIFY, and the journal of it.
@NullMarked
package dev.deft.postgres.live;

import org.jspecify.annotations.NullMarked;
