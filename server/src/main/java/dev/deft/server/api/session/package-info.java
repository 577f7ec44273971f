/// The routes of sessions: their messages, events, changes and requests.
@NullMarked
package dev.deft.server.api.session;

import org.jspecify.annotations.NullMarked;
