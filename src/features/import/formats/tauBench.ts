/**
 * Runs of tau-bench: a list of `{ task_id, trial, reward, traj, info }`, whose `traj` are messages of Chat Completions without
 * tokens. The environment of a domain is one server, which the file does not name.
 */
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { chatSteps } from "./chatSteps.ts"
import { listOf, nameOf, objectOf } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import {
  type Document,
  inList,
  type Item,
  type ReadOptions,
  unknownValue,
  within
} from "../../../edges/telemetry/Item.ts"

export function* tauBench(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  for (const document of documents) {
    const { value } = document
    const { reward, task_id, traj, trial } = objectOf(value)
    // A trial that has its number and no messages is a run that is missing.
    if (!isTauBench(document) && !(traj === null && task_id !== undefined)) {
      yield unknownValue("a value without a traj", document, true)
      continue
    }
    const { findings, steps, system } = chatSteps(listOf(traj), within(document, "traj"))
    yield* findings
    yield* importedRun(
      {
        place: document,
        source: value,
        raw: inList(listOf(traj), within(document, "traj")),
        steps,
        trace: { server: "tau-bench" },
        task: nameOf(task_id),
        trial: typeof trial === "number" ? trial + 1 : undefined,
        ...(system !== undefined && { system }),
        verdict: reward
      },
      options
    )
  }
}

export const isTauBench = ({ value }: Document): boolean => isJsonObject(value) && isArray(value["traj"])
