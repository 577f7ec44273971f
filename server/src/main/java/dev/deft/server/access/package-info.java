/// Who somebody is to the server, and what they may do.
@NullMarked
package dev.deft.server.access;

import org.jspecify.annotations.NullMarked;
