/**
 * What pages may do with --actions: record a cell again, bless, and label a run.
 */
import type { Job } from "./Api.ts"
import type { Routes } from "./routes.ts"

export interface Actions {
  readonly jobs: () => ReadonlyArray<Job>
  readonly routes: Routes["post"]
}
