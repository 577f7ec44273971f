/// Tokens and sign-ins: who somebody is, the login page, the routes for tokens and the audit log.
@NullMarked
package dev.deft.server.auth;

import org.jspecify.annotations.NullMarked;
