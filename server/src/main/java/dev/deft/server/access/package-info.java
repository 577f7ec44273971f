/// Who may do what: people, their tokens and scopes, sign-in, the audit log.
@NullMarked
package dev.deft.server.access;

import org.jspecify.annotations.NullMarked;
