/// Deft as an agent in editors: the Agent Client Protocol, version 1, on standard streams.
@NullMarked
package dev.deft.acp;

import org.jspecify.annotations.NullMarked;
