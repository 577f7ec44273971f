package dev.deft.app.terminal.markdown;

import java.util.List;

/// Where a block stands.
///
/// @param block tells blocks apart
/// @param containers the blocks around it, from the outside
/// @param afterBlank whether a blank line comes before it
record Place(int block, List<Container> containers, boolean afterBlank) {

    Place {
        containers = List.copyOf(containers);
    }
}
