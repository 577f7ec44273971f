/// How the store reaches PostgreSQL: its address, a bounded pool of connections, statements that
/// survive a restart of the database.
@NullMarked
package dev.deft.postgres.connection;

import org.jspecify.annotations.NullMarked;
