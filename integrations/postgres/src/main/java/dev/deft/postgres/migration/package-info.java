/// Brings the tables up to this version while older servers go on.
@NullMarked
package dev.deft.postgres.migration;

import org.jspecify.annotations.NullMarked;
