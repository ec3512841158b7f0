/**
 * What `main` and `run` may be given beside a suite.
 */
import type { Needs } from "../language/dsl/facts.ts"
import type { BuiltIn, RunMode, SuiteLayers } from "../engine/services/SuiteLayers.ts"

/** `unknown` for a suite that needs no services; otherwise what it needs, which is not given. */
export type NeedsNothing<R> = [Exclude<R, BuiltIn>] extends [never]
  ? unknown
  : Needs<["a layer that provides", Exclude<R, BuiltIn>]>

/** Options that have the layers of a suite which needs services. */
export type WithLayers<Options, R> = Omit<Options, "layers"> & { readonly layers: SuiteLayers<NoInfer<R>> }

export interface MainOptions {
  /** What drivers and hooks need, and services in place of passhat's. */
  readonly layers?: SuiteLayers
}

export interface RunOptions extends MainOptions {
  /** Default: `replay`. `live` runs the agents for real and keeps nothing. */
  readonly mode?: RunMode
  /**
   * Which runs the mode `record` performs: all of them (the default), those that are missing or stale, or none: `judges` asks the judges
   * that have not judged what is recorded.
   */
  readonly record?: "all" | "missing" | "judges"
  /** Reports to write, each to its file: `junit=report.xml`. Default: none. */
  readonly reporter?: string | ReadonlyArray<string>
  /** How many runs may go on at once. Default: 4 when live, else one per core. */
  readonly concurrency?: number
  /** Only the cells whose name contains the text. */
  readonly filter?: string
  /** Only the cells with one of the tags. */
  readonly tags?: ReadonlyArray<string>
  /** Only the cells of these models. */
  readonly models?: ReadonlyArray<string>
  /** Only the cells of these cases, by their names or patterns like `refund*`. */
  readonly cases?: ReadonlyArray<string>
  /** The first runs of each cell, instead of what the suite says. */
  readonly runs?: number
  /** Where the recordings are. Default: `cassettes` in the project. */
  readonly cassettes?: string
  /** Spends no more tokens than this. */
  readonly maxTokensTotal?: number
  /** Whether the report holds the traces of its runs. */
  readonly withTraces?: boolean
  /** Ends the run early when it is aborted: the promise is rejected, whatever was judged by then. */
  readonly signal?: AbortSignal
  /** The file that reports name, in the project whose recordings are read. Default: the file that made the suite. */
  readonly file?: string
}
