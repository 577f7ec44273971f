package dev.deft.agent.session;

class InMemorySessionStoreTest extends SessionStoreContract {

    private final SessionStore store = new InMemorySessionStore();

    @Override
    protected SessionStore store() {
        return store;
    }
}
