/// The key with which a user signs what Deft later trusts, SHA-256 and HMAC-SHA256.
@NullMarked
package dev.deft.agent.key;

import org.jspecify.annotations.NullMarked;
