/// The product put together by hand: the best map of it.
@NullMarked
package dev.deft.app.product;

import org.jspecify.annotations.NullMarked;
