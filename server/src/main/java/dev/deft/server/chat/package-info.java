/// Agents for clients of OpenAI's Chat Completions; the only place of the server with its field
/// names.
@NullMarked
package dev.deft.server.chat;

import org.jspecify.annotations.NullMarked;
