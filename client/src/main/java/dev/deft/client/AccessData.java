package dev.deft.client;

import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about access.
public final class AccessData {
    private AccessData() {}

    /// `ActView` of the API.
    ///
    /// @param person Who did it
    /// @param token The id of the token
    /// @param act The operation, such as sendMessage
    /// @param target What it was done to
    public record ActView(
            long id,
            String at,
            String person,
            String token,
            String act,
            String target,
            long status,
            String detail) {}

    /// `IssuedToken` of the API.
    ///
    /// @param token The token itself. It is not shown again
    public record IssuedToken(
            String id,
            String token,
            String person,
            List<String> scopes,
            Optional<List<String>> workspaces,
            String created,
            Optional<String> expires) {}

    /// `NewToken` of the API.
    ///
    /// @param person Whose it will be
    /// @param scopes What it allows: look, speak, approve, administer
    /// @param workspaces The workspaces it may see; absent for all
    /// @param expires After which it is not valid any more, such as 2030-01-31T12:00:00Z
    public record NewToken(
            String person,
            List<String> scopes,
            Optional<List<String>> workspaces,
            Optional<String> expires) {

        /// Without what may be left out.
        public NewToken(String person, List<String> scopes) {
            this(person, scopes, Optional.empty(), Optional.empty());
        }

        /// The same with `workspaces`.
        public NewToken withWorkspaces(List<String> value) {
            return new NewToken(person, scopes, Optional.of(value), expires);
        }

        /// The same with `expires`.
        public NewToken withExpires(String value) {
            return new NewToken(person, scopes, workspaces, Optional.of(value));
        }
    }

    /// `TokenView` of the API.
    ///
    /// @param id With which it is revoked
    /// @param person Whose it is
    /// @param scopes look, speak, approve, administer
    /// @param workspaces The workspaces it may see; absent for all
    /// @param kind token, one_time or sign_in
    public record TokenView(
            String id,
            String person,
            List<String> scopes,
            Optional<List<String>> workspaces,
            String kind,
            String created,
            Optional<String> expires) {}
}
