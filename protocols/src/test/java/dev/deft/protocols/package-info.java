/// What the tests of this module share: judges and peers that others wrote.
@NullMarked
package dev.deft.protocols;

import org.jspecify.annotations.NullMarked;
