package dev.deft.app.terminal.device;

/// How many characters fit on the screen; each at least 1.
record WindowSize(int columns, int rows) {

    WindowSize {
        columns = Math.max(1, columns);
        rows = Math.max(1, rows);
    }
}
