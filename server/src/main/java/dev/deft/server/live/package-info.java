/// Sessions that are open on this server: what happens in them, who is asked, and how it reaches
/// clients.
@NullMarked
package dev.deft.server.live;

import org.jspecify.annotations.NullMarked;
