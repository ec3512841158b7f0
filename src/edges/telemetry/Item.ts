/**
 * What readers of other formats take and give: parsed JSON values in; runs, and what could not be mapped, out.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import type { Search } from "./callsIn.ts"

/** Where a value was found. `file` may be any name of a source, and messages print both without a space. */
export interface Place {
  readonly file: string
  /** `#/simulations/3`, `:7` for an object in line 7, or nothing for the whole. */
  readonly pointer: string
}

export interface Document extends Place {
  readonly value: Json
}

/** What another program made of the run: its verdict, and the number that it came from. */
export interface ForeignOutcome {
  readonly passed: boolean
  readonly reward?: number
}

/** A tool that the run was offered, or that it called. */
export interface SeenTool {
  readonly server: string
  readonly name: string
  readonly description?: string
  readonly input_schema?: JsonObject
}

/** Which run it is. */
export interface NamedRun {
  readonly place: Place
  /** Undefined if the source does not tell: then the caller has to. */
  readonly task: string | undefined
  /** From 1. Undefined if the source does not tell: then runs count in the order in which they come. */
  readonly trial: number | undefined
  readonly agent?: string
  readonly model?: string
  /** The value that the run was read from, for groups by a field of it. */
  readonly source: Json
}

export interface ImportedRun extends NamedRun, RawRun {
  readonly kind: "run"
  /** The first words of the user. */
  readonly prompt: string
  readonly system?: string
  readonly tools: ReadonlyArray<SeenTool>
  readonly trace: Trace
  readonly outcome?: ForeignOutcome
  /** What was broken around the agent, if that ended the run. */
  readonly broken?: string
  readonly repairs: Repairs
}

/** What the trace of a run has to have. */
export interface RawRun {
  /** The messages as the source has them: calls in them have to be in the trace. */
  readonly raw: ReadonlyArray<Document>
  /** How calls are found in them: by default, anywhere. */
  readonly search?: Search
}

/** A run that the source names and has no messages of: nothing is known of what its agent did. */
export interface MissingRun extends NamedRun, RawRun {
  readonly kind: "missing"
}

/** What was changed to make a trace of the run. */
export interface Repairs {
  /** Ids of calls that were missing, or that another call had. */
  readonly ids: number
  /** Results that only look like errors, and count as such. */
  readonly errors: number
  /** Results that look like errors, have no flag that says so or not, and do not count as such. */
  readonly unflagged: number
}

/** Something that is in no run. Findings of the same kind are counted together. */
export interface Finding {
  readonly kind: "finding"
  readonly what: string
  readonly place: Place
  /** Whether a whole run is missing because of it. */
  readonly isRun?: true
  /** The value, if the reader does not know what it is: it must not have calls. */
  readonly unknown?: Json
}

/** Why the file cannot be imported: the end of a sentence about the place, and what to do. */
export interface Refusal {
  readonly kind: "refusal"
  readonly what: string
  readonly place: Place
  readonly fix: string
}

export type Item = ImportedRun | MissingRun | Finding | Refusal

export interface ReadOptions {
  /** Whether a result that looks like an error is one, although the source does not say so. */
  readonly inferErrors: boolean
  /** A field of the run with a verdict or a reward, as a path with dots; instead of the one that the format has. */
  readonly outcome?: string | undefined
}

/** Takes the documents of any number of sources, those of one source one after the other. */
export type Reader = (documents: Iterable<Document>, options: ReadOptions) => Iterable<Item>

export const finding = (what: string, place: Place, isRun = false): Finding => ({
  kind: "finding",
  what,
  place: { file: place.file, pointer: place.pointer },
  ...(isRun && { isRun })
})

/** Something that the reader does not know. */
export const unknownValue = (what: string, { value, ...place }: Document, isRun = false): Finding => ({
  ...finding(what, place, isRun),
  unknown: value
})

/** The messages of a list, each with its place. */
export const inList = (messages: ReadonlyArray<Json>, list: Place): ReadonlyArray<Document> =>
  messages.map((value, at) => ({ ...within(list, at), value }))

/** A place inside of another. */
export const within = ({ file, pointer }: Place, ...steps: ReadonlyArray<string | number>): Place => ({
  file,
  pointer: `${pointer}${pointer.includes("#") ? "" : "#"}${steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`
})
