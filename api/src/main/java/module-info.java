/// What a tool author needs: the contract, the host, JSON values and a host for tests.
module dev.deft.api {
    requires static transitive org.jspecify;

    exports dev.deft.host;
    exports dev.deft.json;
    exports dev.deft.resource;
    exports dev.deft.testing;
    exports dev.deft.tool;
}
