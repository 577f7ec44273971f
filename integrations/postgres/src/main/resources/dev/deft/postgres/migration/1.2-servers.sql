CREATE TABLE deft_tokens (
    id text PRIMARY KEY,
    hash text NOT NULL,
    person text NOT NULL,
    scopes text NOT NULL,
    workspaces text[],
    created timestamptz NOT NULL,
    expires timestamptz,
    once boolean NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY
);

-- A request that was answered stays a while, so that whoever answered it can find out that they did.
CREATE TABLE deft_requests (
    id text PRIMARY KEY,
    workspace text NOT NULL,
    session text NOT NULL,
    asked timestamptz NOT NULL,
    request text NOT NULL,
    closed_by uuid,
    closed timestamptz,
    number bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX deft_requests_session ON deft_requests (workspace, session);

CREATE TABLE deft_replies (
    key text PRIMARY KEY,
    fingerprint text NOT NULL,
    claimant uuid NOT NULL,
    incarnation uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    status integer,
    media_type text,
    location text,
    body bytea
);
CREATE INDEX deft_replies_at ON deft_replies (at);

CREATE TABLE deft_audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    mark uuid NOT NULL UNIQUE,
    at timestamptz NOT NULL,
    person text NOT NULL,
    token text NOT NULL,
    act text NOT NULL,
    target text NOT NULL,
    status integer NOT NULL,
    detail text NOT NULL
);

-- Whoever appends holds the one row of deft_journal_end until the end of the transaction, so that
-- numbers have no gaps and become visible in order.
CREATE TABLE deft_journal_end (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    last bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO deft_journal_end (last) VALUES (0);
CREATE TABLE deft_journal (
    number bigint PRIMARY KEY,
    mark uuid NOT NULL UNIQUE,
    type text NOT NULL,
    workspace text NOT NULL,
    data text NOT NULL
);

CREATE TABLE deft_jobs (
    workspace text NOT NULL,
    id text NOT NULL,
    job text NOT NULL,
    mark uuid NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (workspace, id)
);
CREATE TABLE deft_claims (
    workspace text NOT NULL,
    job text NOT NULL,
    due timestamptz NOT NULL,
    claimant uuid NOT NULL,
    PRIMARY KEY (workspace, job)
);
CREATE TABLE deft_running_jobs (
    workspace text NOT NULL,
    job text NOT NULL,
    holder uuid NOT NULL,
    mark uuid NOT NULL,
    PRIMARY KEY (workspace, job)
);
CREATE TABLE deft_runs (
    workspace text NOT NULL,
    run text NOT NULL,
    job text NOT NULL,
    due timestamptz NOT NULL,
    at timestamptz NOT NULL,
    session text NOT NULL,
    status text NOT NULL,
    text text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    PRIMARY KEY (workspace, run)
);
CREATE INDEX deft_runs_number ON deft_runs (workspace, number DESC);
