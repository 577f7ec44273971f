package dev.deft.app.cli;

/// How texts stand out on a screen, where it shows colors.
record Paint(Screen screen) {

    String bold(String text) {
        return styled("1", text);
    }

    String dim(String text) {
        return styled("2", text);
    }

    String green(String text) {
        return styled("32", text);
    }

    String yellow(String text) {
        return styled("33", text);
    }

    String red(String text) {
        return styled("31", text);
    }

    private String styled(String code, String text) {
        return screen.colors() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
