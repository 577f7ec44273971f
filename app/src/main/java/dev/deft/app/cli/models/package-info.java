/// `deft models`: which models can be used, with windows, prices and where each figure comes from.
@NullMarked
package dev.deft.app.cli.models;

import org.jspecify.annotations.NullMarked;
