/**
 * Questions to judges: who is asked what, and which answer belongs to which question.
 */
import stringify from "fast-json-stable-stringify"
import { sha256 } from "../../std/sha256.ts"
import type { Juror } from "./Plan.ts"

/** The longest answer of a judge, in tokens. A model that thinks needs more than the answer itself. */
export const JUDGE_TOKENS = 4_096

/** One question to one judge. */
export interface JudgeQuestion {
  readonly question: string
  readonly juror: Juror
  /** The gate that asks, and the place of the juror in its jury. */
  readonly gate: string
  readonly seat: number
  /** Which of several asks of this model, from 1. */
  readonly ask: number
  readonly asked_sha256: string
}

/** What became of one question. Only `pass` and `fail` are answers. */
export interface Vote {
  readonly model: string
  readonly vote: "pass" | "fail" | "unanswered" | "not_asked"
  readonly reason: string
  /** Of the judge alone; undefined if they are not known. */
  readonly tokens?: number
}

export const questionHash = (question: string, juror: Juror): string => sha256(stringify({ question, juror }))

type Ask = Pick<JudgeQuestion, "ask" | "asked_sha256">

export const isSameAsk = (one: Ask, other: Ask): boolean =>
  one.asked_sha256 === other.asked_sha256 && one.ask === other.ask

/** The id under which the suite's code for the model of a juror is found, as that of an agent's model is under its cell. */
export const jurorId = (cell: string, gate: string, seat: number): string => `${cell}#${gate}#${seat}`
