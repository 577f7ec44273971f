package dev.deft.mcp.oauth;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// What an authorization server says about itself. Its issuer was checked.
///
/// @param metadata the document
record AuthorizationServer(String issuer, Json.Obj metadata) {

    private static final String S256 = "S256";

    Optional<String> authorizationEndpoint() {
        return metadata.text("authorization_endpoint");
    }

    Optional<String> tokenEndpoint() {
        return metadata.text("token_endpoint");
    }

    Optional<String> registrationEndpoint() {
        return metadata.text("registration_endpoint");
    }

    Optional<String> revocationEndpoint() {
        return metadata.text("revocation_endpoint");
    }

    /// Whether it checks the proof key of a code. One that does not say so does not.
    boolean hasProofKeys() {
        return texts("code_challenge_methods_supported").contains(S256);
    }

    List<String> scopes() {
        return texts("scopes_supported");
    }

    /// How clients may prove who they are, as the specification says where the server does not.
    List<String> authMethods() {
        return MetadataFields.texts(metadata, "token_endpoint_auth_methods_supported")
                .orElse(List.of(ClientAuth.SECRET_BASIC.wire()));
    }

    /// Whether its answers name it.
    boolean namesItself() {
        return MetadataFields.isTrue(metadata, "authorization_response_iss_parameter_supported");
    }

    /// Whether the id of a client may be the address of its metadata document.
    boolean readsClientDocuments() {
        return MetadataFields.isTrue(metadata, "client_id_metadata_document_supported");
    }

    private List<String> texts(String name) {
        return MetadataFields.texts(metadata, name).orElse(List.of());
    }
}
