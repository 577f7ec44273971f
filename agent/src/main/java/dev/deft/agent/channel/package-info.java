/// Channels: where the messages of an agent go beside its answer. `message` and `reply` send them.
///
/// A channel knows how to deliver a text to an address. Webhooks go through the network of the call
/// and programs come from the settings of the user, so the rules hold for both.
@NullMarked
package dev.deft.agent.channel;

import org.jspecify.annotations.NullMarked;
