/// The agent as a product: a workspace, a model, the loop between them, and what it may do unasked.
@NullMarked
package dev.deft.app.agent;

import org.jspecify.annotations.NullMarked;
