package dev.deft.server.store;

/// What a store keeps about people and their requests.
public record AccessStores(TokenStore tokens, StoredReplies replies, AuditLog audit) {}
