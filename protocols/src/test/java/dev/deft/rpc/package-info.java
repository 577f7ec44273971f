/// Tests of JSON-RPC, with the other side as plain bytes.
@NullMarked
package dev.deft.rpc;

import org.jspecify.annotations.NullMarked;
