/// Servers that work together: requests carried out elsewhere, and work of servers that died.
@NullMarked
package dev.deft.postgres.cluster;

import org.jspecify.annotations.NullMarked;
