/// The listener: connections and their limits, and what each request passes before a route answers
/// it.
@NullMarked
package dev.deft.server.listener;

import org.jspecify.annotations.NullMarked;
