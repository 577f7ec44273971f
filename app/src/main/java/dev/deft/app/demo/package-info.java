/// A run to look at that needs no key and no network: the real loop and the real tools on a
/// throw-away project, with a scripted model behind a real wire on loopback.
@NullMarked
package dev.deft.app.demo;

import org.jspecify.annotations.NullMarked;
