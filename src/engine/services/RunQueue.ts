/**
 * Runs that are recorded by workers on any number of machines: what waits, who has what, what was recorded, and the limits that all
 * workers share.
 *
 * The unit is one run of one cell. It is delivered at least once and kept once: the first result of a unit counts. The queue itself
 * is effect's PersistedQueue, which is marked unstable: nothing outside of `layers/queue` knows it.
 *
 * Layers: `layers/queue/memory.ts` (tests, and one process), `layers/queue/postgres.ts`.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Header } from "../../base/domain/recording/Cassette.ts"
import type { Issue } from "../../base/domain/Issue.ts"
import { issue } from "../../base/domain/issues.ts"
import type { FingerprintParts } from "../../base/domain/plan/Plan.ts"
import type { ModelPrice } from "../../base/domain/plan/Prices.ts"
import type { SharedLimits } from "./SharedLimits.ts"

/**
 * - `Address`: the url is none of a queue.
 * - `Driver`: the package `pg` is not installed.
 * - `Lost`: the database does not answer, or no longer. Trying again later may help; what was asked may have been done.
 * - `Refused`: it answers, and does not let this user in or do that.
 * - `Schema`: it has not the tables of this version of passhat.
 */
export type QueueReason = "Address" | "Driver" | "Lost" | "Refused" | "Schema"

/** The queue cannot be used. Neither sentence nor hint has a password: of a url they show host and database. */
export class QueueError extends Data.TaggedError("QueueError")<{
  readonly reason: QueueReason
  readonly sentence: string
  readonly hint: string
}> {
  override get message(): string {
    return `${this.sentence} ${this.hint}`
  }
  get issue(): Issue {
    return issue("INFRASTRUCTURE", this.sentence, this.hint)
  }
}

/** A plan that runs are recorded for, as far as others need it. */
export interface PublishedPlan {
  /** `planFingerprint` of the whole plan. */
  readonly fingerprint: string
  readonly suite: string
  /** The version of passhat that published it. */
  readonly passhat: string
  /** What its runs are paid by, if it has a budget of money. */
  readonly prices?: ReadonlyArray<ModelPrice>
  /** All cells of the plan, in its order. */
  readonly cells: ReadonlyArray<PublishedCell>
  /** The name of the budget that its runs spend, if there is one: see `SharedLimits.allow`. */
  readonly budget?: string
}

/** What a worker with other suites needs to tell the difference. */
export interface PublishedCell {
  readonly id: string
  readonly name: string
  readonly fingerprint: string
  /** As they may be shown: without secrets. */
  readonly parts: FingerprintParts
}

export interface Unit {
  /** The fingerprint of its plan. */
  readonly plan: string
  /** The id of its cell. */
  readonly cell: string
  /** Of the run, from 1. */
  readonly index: number
}

/** A unit that a worker has until its work ends; if the worker vanishes, until its lease has run out. */
export interface LeasedUnit extends Unit {
  /** How often it was asked for: recording it again, or trying it again after it failed for good, is another generation. */
  readonly generation: number
  /** Which attempt of its generation this is, from 1. */
  readonly attempt: number
}

/** A run as `cleaned` made it: nothing here holds a secret. */
export interface UnitResult {
  /** With the servers as they introduced themselves in this run. */
  readonly header: Header
  /** The line of the cassette, without its line feed. */
  readonly line: string
  /** Binary data of the run in base64, by its hash; what would show a secret is left out. */
  readonly media?: ReadonlyMap<string, string>
}

export interface KeptRun {
  readonly index: number
  readonly header: Header
  readonly line: string
  /** The worker that recorded it. */
  readonly worker: string
}

/**
 * How the work on a unit ended. `kept`, `known`: what `keep` answered. `failed`, `dead`: what `fail` answered. `returned`: it is
 * handed back, as if it had not been taken.
 */
export type Ended = "kept" | "known" | "failed" | "dead" | "returned"

export interface Enqueued {
  readonly added: number
  /** Units that were enqueued before, whatever has become of them. */
  readonly known: number
}

export interface CellStatus {
  readonly cell: string
  readonly waiting: number
  readonly running: number
  readonly kept: number
  /** Dead letters: they are not tried again unless `retry` is called. */
  readonly failed: number
}

export interface RunningUnit extends LeasedUnit {
  readonly worker: string
  /** For how long, by the clock of the store. */
  readonly ms: number
}

export interface FailedUnit extends LeasedUnit {
  /** The worker of its last attempt; empty if none began. */
  readonly worker: string
  readonly issue: Issue
}

export interface PlanStatus {
  /** In the order of the plan; only cells that were enqueued. */
  readonly cells: ReadonlyArray<CellStatus>
  /** The longest first, at most `MOST_LISTED`. */
  readonly running: ReadonlyArray<RunningUnit>
  /** At most `MOST_LISTED`. */
  readonly failed: ReadonlyArray<FailedUnit>
}

/** Of units that are listed one by one in a status: the counts are always whole. */
export const MOST_LISTED = 1_000

/** After this many attempts that failed, or that ended with their worker, a unit is a dead letter. */
export const MOST_ATTEMPTS = 5

/**
 * How long a unit stays with a worker that no longer says that it is alive: another one has it after that time and one poll. A worker
 * that lives says so three times as often, by the clock of the store.
 */
export const LEASE_MS = 30_000

/** For how long a store is asked again that does not answer, until `QueueError` says that it is lost. */
export const PATIENCE_MS = 15_000

export interface Queue extends SharedLimits {
  /** Where it is, for messages, without user and password: `db.example:5432/evals`. */
  readonly name: string
  /** Makes a plan known, or makes known again what has changed of it. */
  readonly publish: (plan: PublishedPlan) => Effect.Effect<void, QueueError>
  /** The plans that are known, the oldest first. */
  readonly plans: Effect.Effect<ReadonlyArray<PublishedPlan>, QueueError>
  /**
   * Adds runs of a plan that was published. They are taken in this order. Without `again`, those that were added before are left as
   * they are: waiting, running, kept or failed. With `again` each is recorded once more, and what is kept of it is removed.
   */
  readonly enqueue: (
    plan: string,
    units: Iterable<Pick<Unit, "cell" | "index">>,
    options?: { readonly again?: boolean }
  ) => Effect.Effect<Enqueued, QueueError>
  /**
   * Gives a unit of one of these plans to `work`, and returns how that ended; none if nothing waits for about a second, in which case
   * the caller asks again, or looks at the status and stops. The lease is renewed while the work goes on. Work that fails or dies
   * counts as an attempt; work that is interrupted hands the unit back. A unit that has a result by now is not given. `edition` is
   * another text after each time that its plan was published.
   */
  readonly take: <E, R>(
    plans: ReadonlyArray<string>,
    work: (unit: LeasedUnit, edition: string) => Effect.Effect<Ended, E, R>
  ) => Effect.Effect<Option.Option<Ended>, E | QueueError, R>
  /**
   * Keeps the result of a unit, from within its work or at any time later. `known` if it has one, or if it has been asked for again
   * since: this one is dropped then. When it fails, the result may be kept or not: keep it elsewhere, and try again later.
   */
  readonly keep: (unit: LeasedUnit, result: UnitResult) => Effect.Effect<"kept" | "known", QueueError>
  /** Notes why an attempt failed. `dead`: it was the last one. With `final`, no other attempt is made. */
  readonly fail: (
    unit: LeasedUnit,
    issue: Issue,
    options?: { readonly final?: boolean }
  ) => Effect.Effect<"failed" | "dead", QueueError>
  /**
   * The results of a cell with an index above `after`, in run order: as many as fit into some megabytes, and at least one. Empty: there
   * are no more.
   */
  readonly results: (plan: string, cell: string, after: number) => Effect.Effect<ReadonlyArray<KeptRun>, QueueError>
  /** The hashes of the binary data of a cell, and one of them in base64. */
  readonly media: (plan: string, cell: string) => Effect.Effect<ReadonlyArray<string>, QueueError>
  readonly medium: (plan: string, cell: string, sha256: string) => Effect.Effect<string | undefined, QueueError>
  readonly status: (plan: string) => Effect.Effect<PlanStatus, QueueError>
  /** The counts of the whole plan alone: cheap enough to be asked every second. */
  readonly counts: (plan: string) => Effect.Effect<Omit<CellStatus, "cell">, QueueError>
  /** Makes dead letters wait again, of the whole plan or of one cell, and returns how many. */
  readonly retry: (plan: string, cell?: string) => Effect.Effect<number, QueueError>
  /** Removes a plan with its units, results and media. */
  readonly forget: (plan: string) => Effect.Effect<void, QueueError>
}

export class RunQueue extends Context.Service<RunQueue, Queue>()("passhat/RunQueue") {}
