/**
 * Puts a run together: its trace from its steps, its outcome from the field that the caller names or from the format's own.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { fieldAt, outcomeOf } from "../../../edges/telemetry/fields.ts"
import {
  finding,
  type ImportedRun,
  type Item,
  type NamedRun,
  type RawRun,
  type ReadOptions,
  type SeenTool
} from "../../../edges/telemetry/Item.ts"
import type { Step } from "./Step.ts"
import { traceOf, type TraceSource } from "./traceOf.ts"

export interface RunSource extends NamedRun, RawRun, Pick<ImportedRun, "broken" | "system"> {
  readonly steps: ReadonlyArray<Step>
  readonly trace: TraceSource
  /** The tools that the source says it offered. Those that were called are added. */
  readonly tools?: ReadonlyArray<SeenTool>
  /** The reward or the verdict that the format has. */
  readonly verdict?: Json | undefined
}

/** The run, and findings about it. */
export function* importedRun(run: RunSource, options: ReadOptions): Generator<Item> {
  const { agent, broken, model, place, raw, search, source, steps, system, task, trial } = run
  const named: NamedRun & RawRun = {
    place: { file: place.file, pointer: place.pointer },
    task,
    trial,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    source,
    raw,
    ...(search !== undefined && { search })
  }
  // Words of the user alone are a run if the source says how it ended.
  const isSilent = steps.length === 0 || (run.trace.stop === undefined && steps.every(({ kind }) => kind === "user"))
  if (broken === undefined && isSilent) return yield { kind: "missing", ...named }
  const { orphans, repairs, trace } = traceOf(steps, run.trace, options.inferErrors)
  for (let at = 0; at < orphans; at++) yield finding("a result of a call that was never made", place)
  const verdict = options.outcome === undefined ? run.verdict : fieldAt(source, options.outcome)
  const outcome = outcomeOf(verdict)
  if (outcome === undefined && verdict !== undefined && verdict !== null) {
    yield finding("an outcome that is neither true or false nor a number", place)
  }
  const prompt = trace.conversation.turns.find(({ role }) => role === "user")?.content ?? ""
  yield {
    kind: "run",
    ...named,
    prompt,
    ...(system !== undefined && system !== "" && { system }),
    tools: [...(run.tools ?? []), ...trace.tool_calls.filter(({ server }) => server !== "")],
    trace,
    ...(outcome !== undefined && { outcome }),
    ...(broken !== undefined && { broken }),
    repairs
  }
}
