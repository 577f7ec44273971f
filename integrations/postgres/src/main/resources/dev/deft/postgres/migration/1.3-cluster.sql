-- A request that another server carries out: sent, begun, answered.
CREATE TABLE deft_forwards (
    id uuid PRIMARY KEY,
    receiver uuid NOT NULL,
    sender uuid NOT NULL,
    sent timestamptz NOT NULL DEFAULT now(),
    request text NOT NULL,
    begun timestamptz,
    status integer,
    headers text,
    body bytea
);
CREATE INDEX deft_forwards_receiver ON deft_forwards (receiver) WHERE begun IS NULL;

-- The table of db-scheduler: sessions at work, and what servers do now and then.
CREATE TABLE deft_tasks (
    task_name text NOT NULL,
    task_instance text NOT NULL,
    task_data bytea,
    execution_time timestamptz NOT NULL,
    picked boolean NOT NULL,
    picked_by text,
    last_success timestamptz,
    last_failure timestamptz,
    consecutive_failures integer,
    last_heartbeat timestamptz,
    version bigint NOT NULL,
    priority smallint,
    PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX deft_tasks_execution ON deft_tasks (execution_time);
CREATE INDEX deft_tasks_heartbeat ON deft_tasks (last_heartbeat);
