/// Configuration: files and environment variables become [dev.deft.agent.config.Settings].
///
/// Also has the user's directories. Calls no model and starts nothing.
@NullMarked
package dev.deft.agent.config;

import org.jspecify.annotations.NullMarked;
