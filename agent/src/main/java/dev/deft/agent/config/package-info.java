/// What a person may set, and where Deft keeps what belongs to them.
@NullMarked
package dev.deft.agent.config;

import org.jspecify.annotations.NullMarked;
