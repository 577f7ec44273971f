/// Schedules in PostgreSQL: jobs, claims and runs of all servers.
@NullMarked
package dev.deft.postgres.schedule;

import org.jspecify.annotations.NullMarked;
