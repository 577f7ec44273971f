/// What a server stores, and what servers on several machines share.
@NullMarked
package dev.deft.server.store;

import org.jspecify.annotations.NullMarked;
