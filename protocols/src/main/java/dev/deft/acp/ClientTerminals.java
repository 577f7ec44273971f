package dev.deft.acp;

/// Commands that run in terminals of the client.
final class ClientTerminals {

    /// The field in the progress of a call that names its terminal.
    static final String FIELD = "acp_terminal";

    private ClientTerminals() {}
}
