/// Tools that send requests over the network.
///
/// What comes back was written by others. [dev.deft.tools.web.OutsideText] marks it, so that a
/// model can tell it from what its user says.
@NullMarked
package dev.deft.tools.web;

import org.jspecify.annotations.NullMarked;
