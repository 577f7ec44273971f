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

export interface DirectoryView {
  /** Relative to the workspace */
  path: string;
  entries: Array<FileItem>;
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

export interface FileItem {
  name: string;
  /** `file`, `dir`, `link` or `other` */
  type: string;
  /** In bytes; 0 if it is no file */
  size: number;
  /** Whether the session changed it, or something in it; absent without `session` */
  changed?: boolean;
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

export interface Readiness {
  /** `ready` or `not_ready` */
  status: string;
  checks: Array<CheckView>;
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
