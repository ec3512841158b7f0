/**
 * What to run and what to expect, as data: a suite without its code.
 */
import * as Schema from "effect/Schema"
import { FaultData } from "./Fault.ts"
import { ImageData } from "./Image.ts"
import { Json, JsonObject } from "../Json.ts"
import { MatcherData } from "../matching/Matcher.ts"
import { ServerData } from "./Tool.ts"

/**
 * Which provider a model is asked at: its kind, and what else its record in `src/edges/providers` needs. `driver` is an agent that
 * asks its own model. Keys are named, never stored.
 */
export const Provider = Schema.StructWithRest(Schema.Struct({ kind: Schema.String }), [
  Schema.Record(Schema.String, Schema.String)
])
export type Provider = typeof Provider.Type

/** A model that is asked about a rubric once a run has ended. */
export const Juror = Schema.Struct({
  model: Schema.String,
  provider: Provider,
  /** Options of this one model, as its provider names them. */
  model_options: Schema.optionalKey(JsonObject)
})
export interface Juror extends Schema.Schema.Type<typeof Juror> {}

export const GateData = Schema.Struct({
  /** The gate's name and its place among the cell's gates of that name: `stability#1`. */
  id: Schema.String,
  gate: Schema.String,
  scope: Schema.Literals(["run", "cell", "outcomes"]),
  spec: Json,
  expectations: Schema.Record(Schema.String, MatcherData),
  advisory: Schema.Boolean,
  /** Set for a gate that has to hold in every run: a gate on outcomes does not forgive it. */
  always: Schema.optionalKey(Schema.Literal(true)),
  /** Who is asked about each run; only of an advisory gate. A model that is asked several times is there as often. */
  jury: Schema.optionalKey(Schema.Array(Juror))
})
export interface GateData extends Schema.Schema.Type<typeof GateData> {}

export const Options = Schema.Struct({
  max_turns: Schema.Natural,
  max_tokens: Schema.Natural,
  temperature: Schema.optionalKey(Schema.Finite),
  call_timeout_ms: Schema.optionalKey(Schema.Finite)
})
export interface Options extends Schema.Schema.Type<typeof Options> {}

/** A file of an agent's code. */
export const SourceFile = Schema.Struct({ path: Schema.String, sha256: Schema.String })
export interface SourceFile extends Schema.Schema.Type<typeof SourceFile> {}

/**
 * A message of the user after the prompt: its words, with images or without, or a function of the trace so far, whose words are recorded
 * with each run.
 */
export const TurnData = Schema.Union([
  Schema.String,
  Schema.Struct({ from: Schema.Literal("trace") }),
  Schema.Struct({ text: Schema.String, images: Schema.Array(ImageData) })
])
export type TurnData = typeof TurnData.Type

/** A model that plays the user. */
export const UserData = Schema.Struct({
  model: Schema.String,
  model_options: Schema.optionalKey(JsonObject),
  goal: Schema.String,
  persona: Schema.optionalKey(Schema.String),
  /** When the user ends the conversation. */
  stop: Schema.String,
  /** What the user must not say before the agent has said it. */
  never_says: Schema.optionalKey(Schema.Array(Schema.String)),
  options: Options
})
export interface UserData extends Schema.Schema.Type<typeof UserData> {}

/** What would change the agent's behaviour. Gates and the number of runs are not in it. */
export const FingerprintParts = Schema.Struct({
  prompt: Schema.String,
  /** Those that come with the prompt. */
  images: Schema.optionalKey(Schema.Array(ImageData)),
  /** What the user says after the prompt, one message a turn. */
  turns: Schema.optionalKey(Schema.Array(TurnData)),
  /** Who says it instead. */
  user: Schema.optionalKey(UserData),
  system: Schema.optionalKey(Schema.String),
  model: Schema.String,
  /** Options of this one model, as its provider names them. */
  model_options: Schema.optionalKey(JsonObject),
  options: Options,
  servers: Schema.Array(ServerData),
  faults: Schema.Array(FaultData),
  /** The user's own agent, where it replaces the built-in loop. Of its code there is what the suite names as sources. */
  driver: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String,
      version: Schema.String,
      sources: Schema.optionalKey(Schema.Array(SourceFile))
    })
  ),
  /** How long a faulted call may take; only where faults are injected. */
  call_budget_ms: Schema.optionalKey(Schema.Finite)
})
export interface FingerprintParts extends Schema.Schema.Type<typeof FingerprintParts> {}

/** The row and column of a cell in a table of faults. */
export const MatrixPlace = Schema.Struct({ table: Schema.String, row: Schema.String, column: Schema.String })
export interface MatrixPlace extends Schema.Schema.Type<typeof MatrixPlace> {}

/** The row of a table of cases that a cell was made of. */
export const CasePlace = Schema.Struct({
  /** The file that the row was read from, relative to the project; "cases" for rows of the suite itself. */
  table: Schema.String,
  /** The row's name. */
  row: Schema.String,
  /** The line of the file, from 1. */
  line: Schema.optionalKey(Schema.Natural)
})
export interface CasePlace extends Schema.Schema.Type<typeof CasePlace> {}

/** A call made after the agent has stopped, whose result is evidence. */
export const Observation = Schema.Struct({
  name: Schema.String,
  server: Schema.String,
  tool: Schema.String,
  args: JsonObject
})
export interface Observation extends Schema.Schema.Type<typeof Observation> {}

/** Tools that may be listed otherwise than recorded: a tool of a server, a server with all of its tools, or a tool of any server. */
export const AllowedDrift = Schema.Struct({
  server: Schema.optionalKey(Schema.String),
  tool: Schema.optionalKey(Schema.String)
})
export interface AllowedDrift extends Schema.Schema.Type<typeof AllowedDrift> {}

const Outlook = Schema.Struct({
  /** If it is decided as early as it can be. */
  best: Schema.Finite,
  /** The mean, if every run passes with the chance that is assumed. */
  expected: Schema.Finite,
  expected_if_all_pass: Schema.Finite,
  worst: Schema.Finite
})

/** What is run live where cells stop when they are decided. */
export const StopOutlook = Schema.Struct({
  runs: Outlook,
  /** At most, by the limits of turns and of tokens per answer. */
  output_tokens: Outlook
})
export interface StopOutlook extends Schema.Schema.Type<typeof StopOutlook> {}

/** One agent on one model. */
export const Cell = Schema.Struct({
  /** Slugs of suite, agent and model; also the path of the cassette. */
  id: Schema.String,
  agent: Schema.String,
  model: Schema.String,
  /** The name of its row: the agent, with the model if the agent has several. */
  name: Schema.String,
  runs: Schema.Natural,
  matrix: Schema.optionalKey(MatrixPlace),
  case: Schema.optionalKey(CasePlace),
  tags: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Why the cell is not run. */
  skipped: Schema.optionalKey(Schema.String),
  /** Whether only this cell, and others like it, are run. */
  only: Schema.optionalKey(Schema.Boolean),
  provider: Provider,
  /** That of the model that plays the user. */
  user_provider: Schema.optionalKey(Provider),
  /** How long a live run may take on the wall clock. */
  run_timeout_ms: Schema.Finite,
  behaviour: FingerprintParts,
  /** SHA-256 of the canonical JSON of `behaviour`. */
  fingerprint: Schema.String,
  observations: Schema.Array(Observation),
  /** What `--live-tools` only gives a notice of. */
  allowed_drift: Schema.optionalKey(Schema.Array(AllowedDrift)),
  gates: Schema.Array(GateData),
  /** Only as it is printed, and only of a cell that stops when it is decided. */
  stops_early: Schema.optionalKey(Schema.Struct({ ...StopOutlook.fields, assumed_pass_rate: Schema.Finite }))
})
export interface Cell extends Schema.Schema.Type<typeof Cell> {}

export const Plan = Schema.Struct({
  format: Schema.Literal("passhat-plan"),
  version: Schema.Literal(1),
  suite: Schema.String,
  cells: Schema.Array(Cell),
  /** The limits of a live run: one request to the model per turn and one per judge, and a token limit per answer. */
  live_at_most: Schema.Struct({ model_calls: Schema.Natural, output_tokens: Schema.Natural }),
  /** Of all cells together. Only as it is printed, and only if one of them stops when it is decided. */
  live_outlook: Schema.optionalKey(StopOutlook)
})
export interface Plan extends Schema.Schema.Type<typeof Plan> {}
