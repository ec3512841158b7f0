/**
 * A run of which nothing more was said: no flag was given. Apart from the flags themselves, so that such a run need not
 * load what reads them.
 */
import * as Option from "effect/Option"
import type { RunFlags } from "./runFlags.ts"

export const noFlags: RunFlags = {
  plan: false,
  reporter: [],
  record: Option.none(),
  liveTools: false,
  maxTokensTotal: Option.none(),
  filter: Option.none(),
  tag: [],
  model: [],
  failed: false,
  bail: false,
  watch: false,
  shard: Option.none(),
  runs: Option.none(),
  concurrency: Option.none(),
  workers: Option.none(),
  cassettes: Option.none(),
  color: Option.none(),
  withTraces: false,
  cache: true,
  quiet: false,
  verbose: false
}
