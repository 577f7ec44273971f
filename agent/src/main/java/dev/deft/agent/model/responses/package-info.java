/// The Responses wire of OpenAI. No other package knows its field names.
///
/// It is used without state on the server: each request has the whole conversation, with the
/// reasoning of the model as the server sent it.
@NullMarked
package dev.deft.agent.model.responses;

import org.jspecify.annotations.NullMarked;
