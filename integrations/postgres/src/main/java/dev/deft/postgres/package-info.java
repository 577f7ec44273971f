/// Sessions, queues and everything else that servers share, in PostgreSQL.
@NullMarked
package dev.deft.postgres;

import org.jspecify.annotations.NullMarked;
