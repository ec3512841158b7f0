/**
 * What the agent of the benchmark does in one run: ten calls on its way to a refund, and then an answer.
 *
 * The run's index is its only seed. Every run keeps to the gates, unless it is spoilt on purpose.
 */
import type { JsonObject } from "../../src/base/domain/Json.ts"
import { type Dice, diceOf } from "./dice.ts"

/** What is wrong with a run: each is the business of another gate. */
export const spoilings = ["no-refund", "wrong-order", "too-many-tokens"] as const
export type Spoiling = (typeof spoilings)[number]

export interface Step {
  readonly text: string
  readonly usage: { readonly input: number; readonly output: number }
  /** Left out in the last step, which answers. */
  readonly call?: { readonly id: string; readonly name: string; readonly args: JsonObject }
  readonly result?: string
}

export const stepsOf = (index: number, spoiling?: Spoiling): ReadonlyArray<Step> => {
  const dice = diceOf(index)
  const calls = callsOf(dice, spoiling)
  const dear = spoiling === "too-many-tokens" ? 20_000 : 0
  return [
    ...calls.map(({ args, name }, at) => ({
      text: sentence(dice, 10),
      usage: { input: 400 + at * 120 + dice(60), output: 40 + dice(40) },
      call: { id: `call_${index}_${at + 1}`, name, args },
      result: JSON.stringify({ status: "ok", note: sentence(dice, 7), amount: dice(10_000) })
    })),
    { text: sentence(dice, 16), usage: { input: 1_700 + dear + dice(60), output: 40 + dice(40) } }
  ]
}

interface Planned {
  readonly name: string
  readonly args: JsonObject
}

/** The three calls that the gates ask for, in their order, each in its own part of ten. */
const callsOf = (dice: Dice, spoiling: Spoiling | undefined): ReadonlyArray<Planned> => {
  const places = [dice(3), 3 + dice(3), 6 + dice(4)]
  const find = { name: "find_customer", args: { email: "dana@example.com" } }
  const get = { name: "get_order", args: { order: "A-17" } }
  const refund = { name: "issue_refund", args: { order: "A-17", cents: 4_200 } }
  const asked = spoiling === "wrong-order" ? [refund, get, find] : [find, get, refund]
  const made = spoiling === "no-refund" ? asked.slice(0, 2) : asked
  return Array.from({ length: 10 }, (_, at) => made[places.indexOf(at)] ?? detour(dice))
}

const detour = (dice: Dice): Planned => {
  const words = sentence(dice, 4)
  switch (dice(3)) {
    case 0:
      return { name: "track_parcel", args: { parcel: `P-${1_000 + dice(9_000)}` } }
    case 1:
      return { name: "search_help", args: { words, limit: 1 + dice(9) } }
    default:
      return { name: "send_reply", args: { to: "dana@example.com", text: words } }
  }
}

const words =
  "the parcel left our depot on monday and was last seen near a harbour where no driver has signed for it yet so we asked".split(
    " "
  )

const sentence = (dice: Dice, length: number): string =>
  Array.from({ length }, () => words[dice(words.length)]).join(" ")
