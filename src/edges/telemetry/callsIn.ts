/**
 * Finds what looks like a call of a tool in messages of any format, known or not: an object with the name of a tool and arguments.
 * No reader uses it to read: it is what their work is compared with.
 */
import type { Json, JsonObject } from "../../base/domain/Json.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { deepPath } from "../../base/std/deepPath.ts"
import { groupBy } from "../../base/std/groupBy.ts"
import { isArray, isJsonObject } from "../../base/std/Json.ts"
import { argsOf } from "./callArguments.ts"
import { nameOf, textOf } from "./fields.ts"
import { type Document, type Place, within } from "./Item.ts"

export interface FoundCall {
  readonly name: string
  readonly args: JsonObject
  readonly place: Place
}

export interface Search {
  /** Whether the value is known to be messages. Otherwise a name with arguments has to be in an object with a role, or say that it is a call. */
  readonly inMessages: boolean
  /** Whether each of the values has what those before it have, too. */
  readonly isRepeated?: boolean
  /** Parts that were left out on purpose. */
  readonly except?: ReadonlySet<Json>
}

/** A call that is written several times in one message, in the forms of several programs, is found once. */
export const callsIn = ({ value, ...place }: Document, { except, inMessages }: Search): ReadonlyArray<FoundCall> => {
  const look = (part: Json, at: Place, isMessage: boolean, isHinted: boolean, depth: number): Found => {
    if (depth > DEEPEST || except?.has(part) === true) return NONE
    if (isArray(part)) {
      const isList = isMessage || part.some((item) => isJsonObject(item) && typeof item["role"] === "string")
      const found = part.map((item, index) => lookFor(item, within(at, index), isList, isHinted, depth + 1))
      return isList || isHinted ? all(found) : longest(found)
    }
    if (!isJsonObject(part)) return NONE
    const call = isResult(part) ? undefined : callOf(part, isMessage, isHinted)
    if (call !== undefined) return [{ ...call, place: at }]
    const skipped = isResult(part) ? IS_RETURNED : DESCRIBES_TOOLS
    const entries = Object.entries(part).filter(([key]) => !skipped.test(key))
    const found = entries.map(([key, member]) => {
      const isInside = isMessage || typeof part["role"] === "string"
      return lookFor(member, within(at, key), isInside, HOLDS_CALLS.test(key) || (isHinted && isIndex(key)), depth + 1)
    })
    return entries.every(([key]) => isIndex(key)) ? all(found) : longest(found)
  }
  /** What is under a key of calls and is not read as one is a call of a shape that no reader knows. */
  const lookFor: typeof look = (part, at, isMessage, isHinted, depth) => {
    const found = look(part, at, isMessage, isHinted, depth)
    const isLost = found.length === 0 && isMessage && isHinted && mayBeCall(part)
    return isLost ? [{ name: "a tool", args: {}, place: at }] : found
  }
  return lookFor(value, place, inMessages, false, 0)
}

/** An object with a member that is more than a number, or a text: of JSON, or the name of a tool. */
const mayBeCall = (value: Json): boolean =>
  isJsonObject(value)
    ? Object.values(value).some((member) => typeof member === "string" || isJsonObject(member))
    : typeof value === "string" && value.trim() !== ""

type Found = ReadonlyArray<FoundCall>

const NONE: Found = []
/** Values of files are nested less deeply; only a text inside of them may be deeper. */
const DEEPEST = 200

const all = (parts: ReadonlyArray<Found>): Found => parts.flat()

/** Of several places that may repeat each other, for each call the place that has it most often. */
export const longest = (parts: ReadonlyArray<Found>): Found => {
  const filled = parts.filter((part) => part.length > 0)
  if (filled.length < 2) return filled[0] ?? NONE
  const byCall = new Map<string, Found>()
  for (const part of filled) {
    for (const [key, same] of groupBy(part, callKey)) {
      if (same.length > (byCall.get(key)?.length ?? 0)) byCall.set(key, same)
    }
  }
  return [...byCall.values()].flat()
}

/** Calls of a tool with the same arguments have the same key. */
export const callKey = ({ args, name }: Pick<FoundCall, "args" | "name">): string => `${name} ${canonicalJson(args)}`

const NAMES = ["name", "toolName", "tool_name", "functionName", "function_name", "tool", "function"]
const ARGUMENTS = ["arguments", "args", "input", "tool_input", "toolInput", "tool_args", "toolArgs", "kwargs"]
/** Keys under which programs keep calls. */
const HOLDS_CALLS = /(?:calls|invocations|tool_?uses?)$|^(?:function|function_?call|tool_?call|tool_?invocation)$/i
/** Keys of what was offered, and of what was counted. */
const DESCRIBES_TOOLS = /^(?:tools|functions|definitions|json_schema|usage)$/
/** Types of what is a call, also without a name. */
const IS_CALL = /(?:^|[_-])(?:call|tool_?use)$/i

const callOf = (part: JsonObject, isMessage: boolean, isHinted: boolean): Omit<FoundCall, "place"> | undefined => {
  const { call_id, role, state, toolCallId } = part
  // Some programs give a call a message and a role of its own.
  const type = textOf(part["type"]) ?? (IS_CALL.test(textOf(role) ?? "") ? String(role) : "")
  if (role === "user" || role === "system") return undefined
  const isPart = /^tool-(?!invocation$)/.test(type) && (state !== undefined || !IS_CALL.test(type))
  const isTyped = isPart || type === "dynamic-tool" || IS_CALL.test(type) || (toolCallId ?? call_id) !== undefined
  const ofType = isPart ? type.slice("tool-".length) : isTyped ? type.replace(/[_-]?call$/i, "") : ""
  const own = NAMES.map((key) => nameOf(part[key])).find((one) => one !== undefined)
  const key = ARGUMENTS.find((one) => part[one] !== undefined)
  // A call whose name is empty has one; a call whose name is under another key is not read.
  const nameless = !isHinted || key === undefined ? undefined : NAMES.some((one) => part[one] === "") ? "" : "a tool"
  const name = own ?? (ofType === "" ? nameless : ofType)
  if (name === undefined) return undefined
  if (key === undefined) return isTyped || (isHinted && own !== undefined) ? { name, args: otherArgs(part) } : undefined
  return isMessage || isHinted || isTyped ? { name, args: shallow(part[key]) } : undefined
}

/** Arguments that are too deep to be compared count as none, so that the name alone is. */
const shallow = (value: Json | undefined): JsonObject => {
  const args = argsOf(value)
  return deepPath(args, DEEPEST) === undefined ? args : {}
}

/** Of a call without a known name of its arguments: the first member that arguments could be. */
const otherArgs = (part: JsonObject): JsonObject => {
  const isOther = ([key, value]: readonly [string, Json]): boolean =>
    !/function|caller|meta|extra|specific|cache|signature|approval|output|result|error|action/i.test(key) &&
    (isJsonObject(value) || (typeof value === "string" && /^\s*\{/.test(value)))
  return shallow(Object.entries(part).find(isOther)?.[1])
}

/** What a tool returned may look like anything. A part of the AI SDK with a state is a call, whatever the name of its tool ends with. */
const isResult = (part: JsonObject): boolean => {
  const { role, state, tool_call_id, tool_use_id, type } = part
  if (role === "tool" || role === "function" || type === "tool") return true
  if ((tool_call_id ?? tool_use_id) !== undefined) return !ARGUMENTS.some((key) => Object.hasOwn(part, key))
  return typeof type === "string" && state === undefined && IS_RESULT.test(type)
}

/** Keys of what a tool returned, and of what a program keeps with it. */
const IS_RETURNED = /content|output|result|response|value|artifact|data|structured|text|meta|kwargs|error/i

const IS_RESULT = /(?:result|output|response|tool-error|tool-approval-request)$/i

const isIndex = (key: string): boolean => /^\d+$/.test(key)
