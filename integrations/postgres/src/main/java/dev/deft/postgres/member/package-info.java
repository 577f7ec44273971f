/// This server among those that share a database: its name, its heartbeat, and what it holds.
@NullMarked
package dev.deft.postgres.member;

import org.jspecify.annotations.NullMarked;
