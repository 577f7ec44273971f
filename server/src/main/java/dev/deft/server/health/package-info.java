/// Whether the server lives and is ready to take requests.
@NullMarked
package dev.deft.server.health;

import org.jspecify.annotations.NullMarked;
