package dev.deft.tool;

/// The subscription to what never happens. A class, since a lambda would slow every start.
final class NoSubscription implements ToolSource.Subscription {

    @Override
    public void close() {
        // There is nobody to tell.
    }
}
