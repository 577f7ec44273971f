package dev.deft.app;

/// Read it top to bottom to see what the product is made of.
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.out.println("deft 0.1.0-SNAPSHOT");
    }
}
