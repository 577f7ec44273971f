// The types of the HTTP API of Deft. Written by the build from its description.

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

export interface ActView {
  id: number;
  at: string;
  /** Who did it */
  person: string;
  /** The id of the token */
  token: string;
  /** The operation, such as sendMessage */
  act: string;
  /** What it was done to */
  target: string;
  status: number;
  detail: string;
}

export interface ActViewPage {
  items: Array<ActView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface AgentItem {
  name: string;
  /** When to use it */
  description: string;
  /** The model that its definition names */
  model?: string;
  /** Whether it comes with Deft */
  builtin: boolean;
  /** The ids of its only tools; absent for all */
  tools?: Array<string>;
}

export interface AgentItemPage {
  items: Array<AgentItem>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface AnswerOrder {
  /** `once`, `session`, `project` or `reject` */
  answer?: string;
  /** The rules to store instead of the suggested ones, with `session` or `project` */
  rules?: Array<string>;
  /** What the agent is told, with `reject` */
  message?: string;
  /** For each question the answers to it */
  answers?: Array<Array<string>>;
  /** Answers no question */
  skip?: boolean;
}

export interface AnswerView {
  id: string;
  answered_by: string;
}

export interface CallOrder {
  /** The name of the tool */
  tool: string;
  /** Its arguments */
  args?: { [name: string]: Json };
  /** The session to call it in; approvals then wait there for an answer */
  session?: string;
  /** The dialect of the name and of the result, without a session */
  dialect?: string;
}

export interface CallView {
  /** The id of the call in its session */
  call_id: string;
  /** The envelope: `type` is `output` or `error` */
  result: Json;
}

export interface CheckView {
  name: string;
  ok: boolean;
  /** What does not work */
  detail?: string;
}

export interface ChoiceView {
  label: string;
  description?: string;
}

export interface CompactOrder {
  /** What the summary is to keep */
  wishes?: string;
}

export interface CompactView {
  /** Absent if there is nothing to sum up */
  summary?: string;
}

export interface ContextPart {
  name: string;
  tokens: number;
}

export interface ContextView {
  tokens: number;
  window: number;
  parts: Array<ContextPart>;
}

export interface DiffView {
  /** A unified diff */
  diff: string;
  files: Array<FileDiff>;
}

export interface DirectoryView {
  /** Relative to the workspace */
  path: string;
  entries: Array<FileItem>;
}

export interface EntriesView {
  /** As the log has them, without what chains and signs them */
  items: Array<{ [name: string]: Json }>;
  /** The number of the first entry of the session; 0 if it has none */
  first: number;
  /** The number of its last entry */
  last: number;
}

export interface ExplainOrder {
  /** The name of the tool */
  tool: string;
  /** Its arguments */
  args?: { [name: string]: Json };
  /** The session whose rules count */
  session?: string;
}

export interface ExplanationView {
  /** `allow`, `ask` or `deny` */
  decision: string;
  /** Whether a command would run without effects, in look mode */
  look: boolean;
  /** The verdicts, in the order of the gates */
  stages: Array<StageView>;
  /** The rules that an answer for the session or the project would add */
  rules: Array<string>;
}

export interface FileAttachment {
  name: string;
  mime_type: string;
  /** In bytes */
  size: number;
  width?: number;
  height?: number;
  /** The bytes in Base64 */
  data: string;
}

export interface FileContent {
  /** Relative to the workspace */
  path: string;
  /** The text of these lines; empty if the file is no text */
  content: string;
  /** The first line, counted from 1 */
  start_line: number;
  /** The last line */
  end_line: number;
  /** How many lines the file has */
  total_lines: number;
  /** In bytes */
  size: number;
  /** Such as `utf-8`; `binary` if it is no text */
  encoding: string;
  /** `text`, `notebook`, `image`, `pdf` or `binary` */
  type: string;
  /** Such as `text/plain` or `image/png` */
  mime_type: string;
  /** Pictures and pages of the file */
  attachments?: Array<FileAttachment>;
}

export interface FileDiff {
  path: string;
  added: number;
  removed: number;
}

export interface FileItem {
  name: string;
  /** `file`, `dir`, `link` or `other` */
  type: string;
  /** In bytes; 0 if it is no file */
  size: number;
  /** Whether the session changed it, or something in it; absent without `session` */
  changed?: boolean;
}

export interface FileOrder {
  /** Its name */
  name: string;
  /** Its type, such as `image/png`; the content decides */
  mime_type?: string;
  /** Its content, as Base64 */
  data: string;
}

export interface ForkOrder {
  /** The last entry to copy; absent for all */
  entry?: number;
  /** The id of the copy */
  id?: string;
}

export interface IssuedToken {
  id: string;
  /** The token itself. It is not shown again */
  token: string;
  person: string;
  scopes: Array<string>;
  workspaces?: Array<string>;
  created: string;
  expires?: string;
}

export interface Liveness {
  /** Always `up` */
  status: string;
}

export interface MemoryContent {
  /** Relative to the workspace */
  path: string;
  /** In Markdown */
  content: string;
  /** In bytes */
  size: number;
}

export interface MemoryItem {
  /** Relative to the workspace */
  path: string;
  /** What it says about itself; may be empty */
  summary: string;
  /** In bytes */
  size: number;
}

export interface MemoryItemPage {
  items: Array<MemoryItem>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface MemoryMatch {
  path: string;
  start_line: number;
  end_line: number;
  /** From 0 to 1 */
  score: number;
  snippet: string;
}

export interface MemoryMatches {
  items: Array<MemoryMatch>;
  /** How it was searched: by meaning and words, or by words alone */
  method: string;
  /** How many files are not in the index yet */
  pending: number;
}

export interface MemoryOrder {
  /** The whole content, in Markdown */
  content: string;
}

export interface MessageOrder {
  /** What to say */
  text?: string;
  /** Files that go with it: text and pictures */
  attachments?: Array<FileOrder>;
}

export interface MessageSent {
  message_id: string;
  /** `running` if the agent takes it up now, `queued` if it waits for the current run */
  state: string;
}

export interface ModelItem {
  /** Such as `anthropic/claude-sonnet-5`; `default` is the configured one */
  name: string;
}

export interface ModelItemPage {
  items: Array<ModelItem>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface NewToken {
  /** Whose it will be */
  person: string;
  /** What it allows: look, speak, approve, administer */
  scopes: Array<string>;
  /** The workspaces it may see; absent for all */
  workspaces?: Array<string>;
  /** After which it is not valid any more, such as 2030-01-31T12:00:00Z */
  expires?: string;
}

export interface PartView {
  part: string;
  decision: string;
  reason: string;
}

export interface PrincipalView {
  /** The person or program that the token belongs to */
  name: string;
  /** What it may do: `look`, `speak`, `approve`, `administer` */
  scopes: Array<string>;
  /** The only workspaces it may see; absent for all */
  workspaces?: Array<string>;
}

/** Why a request was not carried out. */
export interface Problem {
  /** Such as `urn:deft:problem:not_found`. */
  type: string;
  /** The kind of problem in words. */
  title: string;
  /** The status of the response. */
  status: number;
  /** What was wrong and what to do. */
  detail: string;
  /** A word for programs, such as `not_found`. */
  code: string;
  [name: string]: Json;
}

export interface QuestionView {
  question: string;
  header?: string;
  options?: Array<ChoiceView>;
  multi_select?: boolean;
}

export interface Readiness {
  /** `ready` or `not_ready` */
  status: string;
  checks: Array<CheckView>;
}

export interface RequestView {
  id: string;
  /** `approval` or `question` */
  kind: string;
  workspace: string;
  session: string;
  /** The call that waits */
  call_id: string;
  asked_at: string;
  /** The sub-agent that asks */
  from?: string;
  /** The tool of an approval */
  tool?: string;
  /** Its arguments */
  args?: { [name: string]: Json };
  /** Why it is asked about, one line for each gate */
  reasons?: Array<string>;
  /** The rules that the answers `session` and `project` would add */
  rules?: Array<string>;
  /** What the call would do, if there was a dry run */
  preview?: string;
  questions?: Array<QuestionView>;
}

export interface RequestViewPage {
  items: Array<RequestView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface RewindOrder {
  /** A message, which is taken back with all that follows; or another entry, which stays as the last one */
  entry: number;
  /** Whether the changes of files are taken back too */
  files: boolean;
}

export interface RewindPreview {
  /** The entry that it goes on from */
  entry: number;
  /** The last turn that stays */
  turn: number;
  message: string;
  diff: string;
  files: Array<string>;
}

export interface RewindView {
  /** The entry that it goes on from */
  entry: number;
  undone: Array<UndoView>;
}

export interface RuleItem {
  /** Where it comes from: `manifest`, `project` or `session` */
  scope: string;
  /** `allow`, `ask` or `deny` */
  action: string;
  /** A tool, a capability, or `*` */
  permission: string;
  /** What it is about, such as `src/**` or `npm test *` */
  pattern: string;
  /** The rule on one line, such as `allow write src/**` */
  text: string;
}

export interface RuleItemPage {
  items: Array<RuleItem>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface RuleOrder {
  /** The rule on one line, such as `allow write src/**` */
  rule: string;
}

export interface ScheduleOrder {
  /** Letters, digits, - and _; generated if it is left out */
  id?: string;
  /** Such as `30 9 * * mon-fri` or `@daily` */
  cron: string;
  /** Such as `Europe/Berlin`; UTC if it is left out */
  zone?: string;
  /** What the agent is told */
  prompt: string;
  /** The agent whose rights its runs have; the configured one if it is left out */
  agent?: string;
}

export interface ScheduleRunView {
  /** Identifies the run */
  run: string;
  /** The id of the job */
  job: string;
  /** When it was due */
  due: string;
  /** When this was recorded */
  at: string;
  /** The session in which it ran; may be empty */
  session: string;
  /** `running`, `done`, `failed`, `skipped` or `interrupted` */
  status: string;
  /** One line for people */
  text: string;
}

export interface ScheduleRunViewPage {
  items: Array<ScheduleRunView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface ScheduleView {
  id: string;
  /** `own`; `foreign` if it came with the workspace and does not run; `damaged` */
  status: string;
  /** The cron expression, such as `30 9 * * mon-fri` */
  schedule?: string;
  /** Its time zone, such as `Europe/Berlin` */
  zone?: string;
  /** When it runs next; absent if it does not run */
  next?: string;
  /** What the agent is told */
  prompt?: string;
  /** The session that made it; absent if a person did */
  session?: string;
  made_at?: string;
  /** Why it is damaged */
  problem?: string;
}

export interface ScheduleViewPage {
  items: Array<ScheduleView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface ServerView {
  /** Always `deft` */
  name: string;
  /** The version of the program */
  version: string;
  /** When this server started */
  started_at: string;
  /** The name of this server among those that share a store */
  server: string;
  /** `files` or `postgresql` */
  store: string;
  /** The servers that are alive */
  servers: Array<string>;
  /** Who asks */
  principal: PrincipalView;
}

export interface SessionChange {
  /** Its title */
  title?: string;
  /** The name of its agent from now on */
  agent?: string;
  /** The name of its model from now on */
  model?: string;
}

export interface SessionOrder {
  /** Its id: letters, digits, - and _; one is made if it is absent */
  id?: string;
  /** The name of its agent */
  agent?: string;
  /** The name of its model, such as `anthropic/claude-sonnet-5` */
  model?: string;
  /** Its title */
  title?: string;
  /** Its first message */
  message?: string;
  /** Files that go with the message */
  attachments?: Array<FileOrder>;
}

export interface SessionStats {
  tools: Array<ToolUse>;
  spans: Array<Span>;
}

export interface SessionView {
  /** The id of its workspace */
  workspace: string;
  /** Its id, unique in the workspace */
  id: string;
  /** Its title; the first message if it has none */
  title: string;
  /** `idle`, `running`, `waiting` for an approval or an answer, or `interrupted` if its server died in a run */
  state: string;
  /** The name of its agent */
  agent?: string;
  /** The name of its model */
  model?: string;
  /** When it began */
  created?: string;
  /** When it was last written to */
  modified: string;
  /** How many messages it was sent */
  turns: number;
  usage: UsageView;
  context?: WindowView;
  /** The session that started it, for one of a sub-agent */
  parent?: string;
  /** The server that has it open */
  server?: string;
  /** How many messages wait for the current run to end */
  queued: number;
  /** How many approvals and questions are open */
  requests_open: number;
  /** Whether it is open in the server that answers */
  here: boolean;
  /** The address of the session */
  url: string;
}

export interface SessionViewPage {
  items: Array<SessionView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface Span {
  id: string;
  /** The span it is part of */
  parent?: string;
  /** `turn`, `step`, `model`, `call` or `subagent` */
  kind: string;
  name: string;
  /** Since the first entry of the session */
  start_ms: number;
  duration_ms: number;
  input_tokens?: number;
  output_tokens?: number;
  /** The session of a sub-agent */
  session?: string;
}

export interface StageView {
  /** The name of the gate */
  stage: string;
  /** `allow`, `ask` or `deny` */
  decision: string;
  /** Why, as a sentence */
  reason: string;
  /** The verdict on each command of a script */
  parts?: Array<PartView>;
}

export interface Stopped {
  interrupted: boolean;
}

export interface TokenView {
  /** With which it is revoked */
  id: string;
  /** Whose it is */
  person: string;
  /** look, speak, approve, administer */
  scopes: Array<string>;
  /** The workspaces it may see; absent for all */
  workspaces?: Array<string>;
  /** token, one_time or sign_in */
  kind: string;
  created: string;
  expires?: string;
}

export interface TokenViewPage {
  items: Array<TokenView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface ToolUse {
  tool: string;
  calls: number;
  failures: number;
  average_ms: number;
}

export interface ToolView {
  /** Its name in the dialect */
  name: string;
  /** What a model is told about it */
  description: string;
  /** The JSON Schema of its arguments */
  parameters: { [name: string]: Json };
  /** What it needs: files, hosts, commands, capabilities */
  requires: { [name: string]: Json };
  /** The group it belongs to, such as `file` */
  category: string;
  /** What it does, such as `read`, `edit` or `execute` */
  kind: string;
}

export interface ToolViewPage {
  items: Array<ToolView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface TurnView {
  turn: number;
  /** The entry of its message; 0 if it has none */
  entry: number;
  message: string;
  at: string;
  /** The files it changed */
  files: Array<string>;
  /** Whether its changes are taken back */
  undone: boolean;
}

export interface TurnViewPage {
  items: Array<TurnView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface UndoOrder {
  /** One file, relative to the workspace; absent for the last turn */
  file?: string;
}

export interface UndoView {
  turn: number;
  files: Array<string>;
}

export interface UsageItem {
  /** The day in UTC, such as `2026-11-17`; with `by=day` */
  day?: string;
  /** The model; with `by=model` */
  model?: string;
  /** The agent; with `by=agent` */
  agent?: string;
  /** The workspace; with `by=workspace` */
  workspace?: string;
  /** Tokens read at full price */
  input_tokens: number;
  /** Tokens written */
  output_tokens: number;
  /** Tokens read from the cache of the provider */
  cache_read: number;
  /** Tokens put into the cache of the provider */
  cache_write: number;
  /** In dollars, estimated; absent if the price of a model is not known */
  cost_usd?: number;
  /** How many requests to models */
  requests: number;
}

export interface UsageItemPage {
  items: Array<UsageItem>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

export interface UsageView {
  input_tokens: number;
  output_tokens: number;
  cache_read: number;
  cache_write: number;
  /** Estimated; absent if a price is not known */
  cost_usd?: number;
}

export interface WindowView {
  tokens: number;
  window: number;
}

export interface WorkspaceView {
  /** Its name in addresses */
  id: string;
  /** Its directory on the server */
  root: string;
  /** Whether the user trusts its files */
  trusted: boolean;
  /** How many of its sessions are at work on this server */
  sessions_running: number;
  /** How many approvals and questions wait for an answer */
  requests_open: number;
}

export interface WorkspaceViewPage {
  items: Array<WorkspaceView>;
  /** The `cursor` of the next page; absent on the last one. */
  next?: string;
}

/** The operations by their names: what they take and what they give. */
export interface Operations {
  /** Whether the server lives. */
  getLiveness: {
    method: "GET";
    path: "/health/live";
    answer: Liveness;
  };
  /** Whether the server can take requests. */
  getReadiness: {
    method: "GET";
    path: "/health/ready";
    answer: Readiness;
  };
  /** What the server counts, for Prometheus. */
  getMetrics: {
    method: "GET";
    path: "/metrics";
    answer: string;
  };
  /** What this server is, and who you are. */
  getServer: {
    method: "GET";
    path: "/v1";
    answer: ServerView;
  };
  /** The workspaces that you may see. */
  listWorkspaces: {
    method: "GET";
    path: "/v1/workspaces";
    query: { limit?: number; cursor?: string };
    answer: WorkspaceViewPage;
  };
  /** One workspace. */
  getWorkspace: {
    method: "GET";
    path: "/v1/workspaces/{workspace}";
    parameters: { workspace: string };
    answer: WorkspaceView;
  };
  /** The agents that sessions can have. */
  listAgents: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/agents";
    parameters: { workspace: string };
    query: { limit?: number; cursor?: string };
    answer: AgentItemPage;
  };
  /** The models that sessions can have, as far as they are known. */
  listModels: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/models";
    parameters: { workspace: string };
    query: { limit?: number; cursor?: string };
    answer: ModelItemPage;
  };
  /** The entries of a directory. */
  listFiles: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/files";
    parameters: { workspace: string };
    query: { path?: string; session?: string };
    answer: DirectoryView;
  };
  /** Part of a file; with `raw=true` the bytes of a picture. */
  readFile: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/files/content";
    parameters: { workspace: string };
    query: { path: string; offset?: number; limit?: number; raw?: boolean };
    answer: FileContent;
  };
  /** The tools that agents have here. */
  listTools: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/tools";
    parameters: { workspace: string };
    query: { dialect?: string; collection?: string; limit?: number; cursor?: string };
    answer: ToolViewPage;
  };
  /** One tool. */
  getTool: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/tools/{tool}";
    parameters: { workspace: string; tool: string };
    query: { dialect?: string };
    answer: ToolView;
  };
  /** Calls a tool, and waits for its result. */
  callTool: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/calls";
    parameters: { workspace: string };
    body: CallOrder;
    answer: CallView;
  };
  /** What would become of a call, and why. */
  explainCall: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/explain";
    parameters: { workspace: string };
    body: ExplainOrder;
    answer: ExplanationView;
  };
  /** The rules that hold, in their order. */
  listRules: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/rules";
    parameters: { workspace: string };
    query: { session?: string; limit?: number; cursor?: string };
    answer: RuleItemPage;
  };
  /** Adds a rule to the workspace. */
  addRule: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/rules";
    parameters: { workspace: string };
    body: RuleOrder;
    answer: RuleItem;
  };
  /** Takes back a rule that was granted. */
  revokeRule: {
    method: "DELETE";
    path: "/v1/workspaces/{workspace}/rules";
    parameters: { workspace: string };
    query: { rule: string; session?: string };
    answer: undefined;
  };
  /** The scheduled jobs. */
  listSchedules: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/schedules";
    parameters: { workspace: string };
    query: { limit?: number; cursor?: string };
    answer: ScheduleViewPage;
  };
  /** Adds a job. */
  addSchedule: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/schedules";
    parameters: { workspace: string };
    body: ScheduleOrder;
    answer: ScheduleView;
  };
  /** The latest runs, the last first. */
  listScheduleRuns: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/schedules/runs";
    parameters: { workspace: string };
    query: { job?: string; limit?: number; cursor?: string };
    answer: ScheduleRunViewPage;
  };
  /** Removes a job. */
  removeSchedule: {
    method: "DELETE";
    path: "/v1/workspaces/{workspace}/schedules/{schedule}";
    parameters: { workspace: string; schedule: string };
    answer: undefined;
  };
  /** Makes a job that came with the workspace one's own. */
  adoptSchedule: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/schedules/{schedule}/adopt";
    parameters: { workspace: string; schedule: string };
    answer: ScheduleView;
  };
  /** The memory files. */
  listMemory: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/memory";
    parameters: { workspace: string };
    query: { limit?: number; cursor?: string };
    answer: MemoryItemPage;
  };
  /** Finds what is remembered about something. */
  searchMemory: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/memory/search";
    parameters: { workspace: string };
    query: { q: string; limit?: number };
    answer: MemoryMatches;
  };
  /** One memory file. */
  readMemory: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/memory/files";
    parameters: { workspace: string };
    query: { path: string };
    answer: MemoryContent;
  };
  /** Writes a memory file. */
  writeMemory: {
    method: "PUT";
    path: "/v1/workspaces/{workspace}/memory/files";
    parameters: { workspace: string };
    query: { path: string };
    body: MemoryOrder;
    answer: MemoryContent;
  };
  /** Deletes a memory file. */
  deleteMemory: {
    method: "DELETE";
    path: "/v1/workspaces/{workspace}/memory/files";
    parameters: { workspace: string };
    query: { path: string };
    answer: undefined;
  };
  /** Tokens and cost of the agents. */
  listUsage: {
    method: "GET";
    path: "/v1/usage";
    query: { from?: string; to?: string; by?: string; workspace?: string; limit?: number; cursor?: string };
    answer: UsageItemPage;
  };
  /** Lists tokens and sign-ins. */
  listTokens: {
    method: "GET";
    path: "/v1/tokens";
    query: { limit?: number; cursor?: string };
    answer: TokenViewPage;
  };
  /** Issues a token. */
  issueToken: {
    method: "POST";
    path: "/v1/tokens";
    body: NewToken;
    answer: IssuedToken;
  };
  /** Revokes a token and its sign-ins at once. */
  revokeToken: {
    method: "DELETE";
    path: "/v1/tokens/{token}";
    parameters: { token: string };
    answer: undefined;
  };
  /** Lists who did what, the last act first. */
  listActs: {
    method: "GET";
    path: "/v1/audit";
    query: { before?: string; limit?: number; cursor?: string };
    answer: ActViewPage;
  };
  /** Sessions, last modified first. */
  listSessions: {
    method: "GET";
    path: "/v1/sessions";
    query: { workspace?: string; q?: string; state?: string; agent?: string; parent?: string; limit?: number; cursor?: string };
    answer: SessionViewPage;
  };
  /** Makes a session, and sends its first message. */
  createSession: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions";
    parameters: { workspace: string };
    body: SessionOrder;
    answer: SessionView;
  };
  /** One session. */
  getSession: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}";
    parameters: { workspace: string; session: string };
    answer: SessionView;
  };
  /** Changes title, agent or model. */
  changeSession: {
    method: "PATCH";
    path: "/v1/workspaces/{workspace}/sessions/{session}";
    parameters: { workspace: string; session: string };
    body: SessionChange;
    answer: SessionView;
  };
  /** Deletes a session and what is stored about it. */
  deleteSession: {
    method: "DELETE";
    path: "/v1/workspaces/{workspace}/sessions/{session}";
    parameters: { workspace: string; session: string };
    answer: undefined;
  };
  /** Sends a message; it is durable when this answers. */
  sendMessage: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/messages";
    parameters: { workspace: string; session: string };
    body: MessageOrder;
    answer: MessageSent;
  };
  /** Stops the current run and calls. */
  interruptSession: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/interrupt";
    parameters: { workspace: string; session: string };
    answer: Stopped;
  };
  /** Sums up the older part of the conversation. */
  compactSession: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/compact";
    parameters: { workspace: string; session: string };
    body: CompactOrder;
    answer: CompactView;
  };
  /** What the next request to the model would hold. */
  getContext: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/context";
    parameters: { workspace: string; session: string };
    answer: ContextView;
  };
  /** What happens in a session, as it happens. */
  followSession: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/events";
    parameters: { workspace: string; session: string };
    query: { after?: string };
    answer: string;
  };
  /** What happens in all sessions that you may see. */
  followAll: {
    method: "GET";
    path: "/v1/events";
    query: { after?: number };
    answer: string;
  };
  /** The turns of a session and the files they changed. */
  listTurns: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/turns";
    parameters: { workspace: string; session: string };
    query: { limit?: number; cursor?: string };
    answer: TurnViewPage;
  };
  /** What a session or one of its turns changed. */
  getDiff: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/diff";
    parameters: { workspace: string; session: string };
    query: { turn?: number };
    answer: DiffView;
  };
  /** Takes back the last turn, or the last change of a file. */
  undo: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/undo";
    parameters: { workspace: string; session: string };
    body: UndoOrder;
    answer: UndoView;
  };
  /** Makes again what was taken back last. */
  redo: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/redo";
    parameters: { workspace: string; session: string };
    body: UndoOrder;
    answer: UndoView;
  };
  /** What going back would change in the files. */
  previewRewind: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/rewind";
    parameters: { workspace: string; session: string };
    query: { entry: number };
    answer: RewindPreview;
  };
  /** Goes back in the conversation. */
  rewind: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/rewind";
    parameters: { workspace: string; session: string };
    body: RewindOrder;
    answer: RewindView;
  };
  /** Copies a session up to an entry. */
  forkSession: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/fork";
    parameters: { workspace: string; session: string };
    body: ForkOrder;
    answer: SessionView;
  };
  /** Entries of the log, in order. */
  listEntries: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/entries";
    parameters: { workspace: string; session: string };
    query: { after?: number; before?: number; limit?: number; branch?: string };
    answer: EntriesView;
  };
  /** A session as a file. */
  exportSession: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/export";
    parameters: { workspace: string; session: string };
    query: { format?: string };
    answer: string;
  };
  /** The sub-agents that a session started. */
  listChildren: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/children";
    parameters: { workspace: string; session: string };
    query: { limit?: number; cursor?: string };
    answer: SessionViewPage;
  };
  /** Where time and tokens went. */
  getStats: {
    method: "GET";
    path: "/v1/workspaces/{workspace}/sessions/{session}/stats";
    parameters: { workspace: string; session: string };
    answer: SessionStats;
  };
  /** Approvals and questions that wait, the oldest first. */
  listRequests: {
    method: "GET";
    path: "/v1/requests";
    query: { workspace?: string; session?: string; limit?: number; cursor?: string };
    answer: RequestViewPage;
  };
  /** One approval or question that waits. */
  getRequest: {
    method: "GET";
    path: "/v1/requests/{request}";
    parameters: { request: string };
    answer: RequestView;
  };
  /** Answers an approval or a question. */
  answerRequest: {
    method: "POST";
    path: "/v1/workspaces/{workspace}/sessions/{session}/requests/{request}/answer";
    parameters: { workspace: string; session: string; request: string };
    body: AnswerOrder;
    answer: AnswerView;
  };
  /** Ask an agent, over the wire of OpenAI's Chat Completions. */
  createChatCompletion: {
    method: "POST";
    path: "/v1/chat/completions";
    answer: Json;
  };
  /** The agents that chats can have. */
  listChatModels: {
    method: "GET";
    path: "/v1/models";
    answer: Json;
  };
  /** This description of the API. */
  getDescription: {
    method: "GET";
    path: "/v1/openapi.json";
    answer: Json;
  };
}
