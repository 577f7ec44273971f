/// The tool that asks language servers.
///
/// Servers count lines and columns as editors do; [dev.deft.tools.lsp.CodeText] translates to what
/// a model sees. A rename is computed by the server and made by us, through the files of the call.
@NullMarked
package dev.deft.tools.lsp;

import org.jspecify.annotations.NullMarked;
