/// Which models there are: what providers and servers on this machine list, with the windows and
/// prices that they, the settings and the bundled tables give. The only place with the field names
/// of such lists.
@NullMarked
package dev.deft.agent.model.listing;

import org.jspecify.annotations.NullMarked;
