/// What the server counts and measures, as Prometheus reads it.
@NullMarked
package dev.deft.server.metrics;

import org.jspecify.annotations.NullMarked;
