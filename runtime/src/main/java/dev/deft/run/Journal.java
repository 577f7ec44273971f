package dev.deft.run;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.io.IOException;

/// Where calls are written down. What was recorded is durable when the method returns.
public interface Journal {

    /// For callers that keep no record.
    Journal NONE =
            new Journal() {
                @Override
                public void intent(ToolCall call, Prepared<?> prepared) {}

                @Override
                public void decision(ToolCall call, Gates.Decision decision) {}

                @Override
                public void result(ToolCall call, Envelope envelope, Json rendered) {}
            };

    /// Before the tool starts.
    void intent(ToolCall call, Prepared<?> prepared) throws IOException;

    /// Who allowed or refused what, and by which rule.
    void decision(ToolCall call, Gates.Decision decision) throws IOException;

    /// After the tool ended, and before anyone is told.
    void result(ToolCall call, Envelope envelope, Json rendered) throws IOException;
}
