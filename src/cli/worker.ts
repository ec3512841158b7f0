/**
 * A thread that helps to replay large recordings: loads the suite that it is told of, takes blocks of a recording as long as
 * there are any, judges their runs, and hands over what the judge took.
 *
 * Like `shortcut.ts` it needs no fibers, no layers and no words for what is wrong: what it does not know it leaves alone.
 */
import { parentPort, workerData } from "node:worker_threads"
import { tokensOf } from "../domain/tokensOf.ts"
import type { Suite } from "../dsl/suite.ts"
import { boundGates } from "../judge/judge.ts"
import { cellJudge } from "../judge/judgeCell.ts"
import { shareOf } from "../layers/replay/share.ts"
import { compile, toRun } from "../plan/compile.ts"
import { replay } from "../run/replay.ts"
import { jsonSchemaFor } from "./jsonSchemaFor.ts"
import { schemasFor } from "./schemasFor.ts"
import { stripTypes } from "./typeStripping.ts"
import { isWorker, type Job, type Message, type Setting } from "./workers/Job.ts"

const { runs, url }: Setting = workerData
Object.assign(globalThis, { [isWorker]: true })
stripTypes()
const module: { readonly default: Suite } = await import(url)
const toJsonSchema = await schemasFor([module.default])
const compiled = compile(module.default, { runs, toJsonSchema })
const means = "issues" in compiled ? {} : await jsonSchemaFor([toRun(compiled.plan)])

const say = (message: Message): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage(message)
}

const help = ({ begun, cell: asked, number, shared }: Job): void => {
  if ("issues" in compiled) return
  const { definitions, plan } = compiled
  const cell = plan.cells.find(({ id }) => id === asked.id)
  if (cell === undefined || JSON.stringify(cell) !== JSON.stringify(asked)) return
  Atomics.store(begun, 0, 1)
  const desk = cellJudge(cell, boundGates(cell, { definitions }), { means, traces: false })
  let [count, tokens] = [0, 0]
  const share = shareOf(shared, (recorded) => {
    if (recorded.index > cell.runs) return true
    const result = replay(cell, recorded, shared.recording.path)
    if ("issue" in result) return false
    desk.take(result)
    count += 1
    tokens += tokensOf(result)
    return true
  })
  const handOver = (): boolean => {
    const part = desk.part()
    if (part === undefined) return false
    say({ job: number, part, stretches: share.stretches.splice(0), runs: count, tokens })
    desk.clear()
    ;[count, tokens] = [0, 0]
    return true
  }
  let taken = share.take()
  while (taken === "taken") taken = handOver() ? share.take() : "unusual"
  share.close()
  say({ job: number, isSound: taken === "none left" })
}

parentPort?.on("message", help)
