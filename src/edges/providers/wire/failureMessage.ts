/**
 * Turns a provider's failure into a message that names the cell and the way out, and contains no secret.
 */
import { lackingKey } from "../lackingKey.ts"
import { issue } from "../../../base/domain/issues.ts"
import { Infrastructure } from "../../../engine/services/Infrastructure.ts"
import type { Request } from "../../../engine/services/Model.ts"
import type { Address } from "../Address.ts"
import type { Failure } from "./Failure.ts"
import type { GaveUp } from "./retry.ts"
import { firstWords } from "../../../base/std/wholeWords.ts"

export const failureMessage =
  ({ cell, run }: Pick<Request, "cell" | "run">, address: Address) =>
  ({ attempts, failure }: GaveUp): Infrastructure => {
    const tried = attempts > 1 ? ` It was asked ${attempts} times.` : ""
    const sentence = `${cell.name}, run #${run}: ${whatHappened(failure, address)}.${tried}`
    return new Infrastructure({
      issue: issue("INFRASTRUCTURE", sentence, wayOut(failure, address, cell.behaviour.model))
    })
  }

const whatHappened = ({ code, detail, reason, status }: Failure, address: Address): string => {
  const { key, name } = address
  switch (reason) {
    case "NoKey":
      return lackingKey(address).what
    case "NoSdk":
      return `${name} is asked through ${detail}, which cannot be loaded (${code})`
    case "Refused":
      return `${name} answered ${shortened(`${title(status, code)}: ${detail}`, key)}`
    case "Broken":
      return `the answer of ${name} did not arrive: ${shortened(detail, key)}`
    case "Unreadable":
      return `the answer of ${name} cannot be read: ${shortened(detail, key)}`
    case "Failed":
      return `${name} failed: ${shortened(detail, key)}`
  }
}

const title = (...words: ReadonlyArray<number | string | undefined>): string =>
  words.filter((word) => word !== undefined).join(" ") || "with an error"

const wayOut = (failure: Failure, address: Address, model: string): string => {
  const { keyHint, keyName, name, urlName } = address
  const { code, detail, reason, retryable, status } = failure
  if (reason === "NoKey") return lackingKey(address).hint
  if (reason === "NoSdk") return `Install it: npm install ${detail}.`
  if (reason === "Broken") return `Check the network and ${urlName}.`
  if (reason === "Unreadable") return `Check that ${urlName} leads to the API that this kind of model speaks.`
  if (reason === "Failed") return "Correct what it was made of, and try it outside of passhat."
  if (status === 401 || status === 403) {
    if (keyHint !== undefined) return keyHint
    return keyName === undefined ? "Name the variable that holds its key with apiKeyEnv." : `Check ${keyName}.`
  }
  if (code === "insufficient_quota") return `Check the plan and the credit behind ${keyName ?? "its key"}.`
  if (status === 404) return `Check the name of the model, ${model}, and ${urlName}.`
  if (status === 413 || (status === 400 && /context|too long/i.test(`${code} ${detail}`))) {
    return "Shorten the prompt, offer fewer tools, or lower maxTurns."
  }
  return retryable
    ? `Try again when ${name} has recovered, perhaps with a lower --concurrency.`
    : "Change what the agent asks for: its options, its tools or its prompt."
}

/** In characters: gateways answer with whole HTML pages. */
const LONGEST_DETAIL = 300

const shortened = (detail: string, key: string | undefined): string => {
  const line = withoutKeys(detail, key).replace(/\s+/g, " ").trim().replace(/\.$/, "")
  return line.length > LONGEST_DETAIL ? `${firstWords(line, LONGEST_DETAIL)}...` : line
}

/** Providers quote a rejected key, some with its middle left out; runtimes quote URLs, which may contain credentials. */
const withoutKeys = (detail: string, key: string | undefined): string =>
  (key === undefined ? detail : detail.replaceAll(key, "[key]"))
    .replace(/\bsk-[\w*-]{4,}/g, "[key]")
    .replace(/(https?:\/\/)(?:[^\s/@]+@)?([^\s?]*)(?:\?[^\s)]*)?/g, "$1$2")
