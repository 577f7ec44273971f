-- Which process a server is. A lease belongs to an incarnation and is worth something as long as
-- that one reports itself.
CREATE TABLE deft_servers (
    incarnation uuid PRIMARY KEY,
    name text NOT NULL,
    started timestamptz NOT NULL DEFAULT now(),
    alive_until timestamptz NOT NULL
);
CREATE INDEX deft_servers_name ON deft_servers (name);

CREATE TABLE deft_served (
    workspace text NOT NULL,
    server text NOT NULL,
    PRIMARY KEY (workspace, server)
);

CREATE SEQUENCE deft_fences;

-- last_entry and fence guard every append: whoever lost the lease finds another fence.
CREATE TABLE deft_sessions (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace text NOT NULL,
    id text NOT NULL,
    instance text NOT NULL,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    modified timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_entry bigint NOT NULL DEFAULT 0,
    fence bigint NOT NULL DEFAULT 0,
    holder uuid,
    held_since timestamptz,
    title text NOT NULL DEFAULT '',
    turns integer NOT NULL DEFAULT 0,
    model text NOT NULL DEFAULT '',
    input_tokens bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    cache_read bigint NOT NULL DEFAULT 0,
    cache_write bigint NOT NULL DEFAULT 0,
    estimated boolean NOT NULL DEFAULT false,
    parent text,
    UNIQUE (workspace, id)
) WITH (fillfactor = 80);
CREATE INDEX deft_sessions_modified ON deft_sessions (workspace, modified DESC, id);
CREATE INDEX deft_sessions_holder ON deft_sessions (holder) WHERE holder IS NOT NULL;

CREATE TABLE deft_entries (
    session bigint NOT NULL REFERENCES deft_sessions (key) ON DELETE CASCADE,
    id bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (session, id)
);

-- One row for each entry with text, and entry 0 for the id and the title.
CREATE TABLE deft_words (
    session bigint NOT NULL REFERENCES deft_sessions (key) ON DELETE CASCADE,
    entry bigint NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (session, entry)
);
CREATE INDEX deft_words_words ON deft_words USING gin (words);
