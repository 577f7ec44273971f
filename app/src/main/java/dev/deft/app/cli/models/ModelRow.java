package dev.deft.app.cli.models;

import dev.deft.agent.model.listing.ModelFigures;
import java.util.List;

/// One model of the list.
///
/// @param name as `--model` takes it
/// @param suitable whether it may work for an agent
/// @param usedBy the agents whose model it is
record ModelRow(String name, ModelFigures figures, boolean suitable, List<String> usedBy) {

    ModelRow {
        usedBy = List.copyOf(usedBy);
    }
}
