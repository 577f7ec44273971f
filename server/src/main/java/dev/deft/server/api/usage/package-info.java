/// What the agents used, by day, model, agent and workspace: tokens, requests and cost.
@NullMarked
package dev.deft.server.api.usage;

import org.jspecify.annotations.NullMarked;
