package dev.deft.tool;

/// A subscription without events. It is a class rather than a lambda for start-up time.
final class NoSubscription implements ToolSource.Subscription {

    @Override
    public void close() {
        // There is no listener to remove.
    }
}
