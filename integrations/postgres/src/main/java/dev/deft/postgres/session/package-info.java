/// Sessions in PostgreSQL: leases with fencing, entries, summaries and search.
@NullMarked
package dev.deft.postgres.session;

import org.jspecify.annotations.NullMarked;
