/// Tokens, open requests, stored replies and the audit log in PostgreSQL.
@NullMarked
package dev.deft.postgres.record;

import org.jspecify.annotations.NullMarked;
