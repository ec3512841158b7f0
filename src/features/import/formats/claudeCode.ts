/**
 * Sessions of Claude Code, as it keeps them in `~/.claude/projects`: a file a session, a line for each block of an answer and for each
 * message of the user.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isJsonObject } from "../../../base/std/Json.ts"
import { usageOf } from "./anthropic.ts"
import { anthropicSteps } from "./anthropicSteps.ts"
import { listOf, nameOf, objectOf, sumOf, textOf } from "../../../edges/telemetry/fields.ts"
import { importedRun } from "./importedRun.ts"
import { type Document, finding, type Item, type Place, type ReadOptions, unknownValue, within } from "../../../edges/telemetry/Item.ts"

export function* claudeCode(documents: Iterable<Document>, options: ReadOptions): Generator<Item> {
  let sessions = new Map<string, Session>()
  let file: string | undefined
  for (const document of documents) {
    if (document.file !== file) {
      yield* runs(sessions, options)
      sessions = new Map()
      file = document.file
    }
    const line = objectOf(document.value)
    const { isSidechain, type } = line
    const session = textOf(line["sessionId"])
    if (session === undefined || (type !== "user" && type !== "assistant") || !isJsonObject(line["message"])) {
      // The progress of a sub-agent repeats its messages.
      yield (type === "progress" ? finding : unknownValue)(
        `a line of the type ${JSON.stringify(type ?? null)}`,
        document
      )
    } else if (isSidechain === true) yield finding("a line of an agent that another agent asked", document)
    else addLine(sessionOf(sessions, session, document), document, line["message"])
  }
  yield* runs(sessions, options)
}

export const isClaudeCode = ({ value }: Document): boolean => {
  const { message, sessionId, type, uuid } = objectOf(value)
  const isLine = typeof sessionId === "string" && typeof uuid === "string" && isJsonObject(message)
  return isLine && (type === "user" || type === "assistant")
}

interface Session {
  readonly place: Place
  readonly source: JsonObject
  readonly messages: Array<JsonObject>
  /** The messages of its lines, each with its place. */
  readonly raw: Array<Document>
  /** Where the message of an answer is, by its id: each of its blocks is a line. */
  readonly answers: Map<string, number>
  readonly seen: Set<string>
  /** The lines that words of the user follow. */
  readonly asked: Set<string>
  isRewound: boolean
}

const sessionOf = (sessions: Map<string, Session>, id: string, document: Document): Session => {
  const known = sessions.get(id)
  if (known !== undefined) return known
  const { cwd = null, gitBranch = null, version = null } = objectOf(document.value)
  const session: Session = {
    place: { file: document.file, pointer: document.pointer },
    source: { sessionId: id, cwd, gitBranch, version },
    messages: [],
    raw: [],
    answers: new Map(),
    seen: new Set(),
    asked: new Set(),
    isRewound: false
  }
  sessions.set(id, session)
  return session
}

/** A session that was resumed may have lines twice. */
const addLine = (session: Session, document: Document, message: JsonObject): void => {
  const { answers, asked, messages, raw, seen } = session
  const { parentUuid, uuid } = objectOf(document.value)
  if (typeof uuid === "string" && seen.has(uuid)) return
  seen.add(textOf(uuid) ?? "")
  raw.push({ ...within(document, "message"), value: message })
  const at = message["role"] === "assistant" ? answers.get(textOf(message["id"]) ?? "") : undefined
  const before = at === undefined ? undefined : messages[at]
  if (at !== undefined && before !== undefined) {
    const stop_reason = message["stop_reason"] ?? before["stop_reason"] ?? null
    const content = [...listOf(before["content"]), ...listOf(message["content"])]
    messages[at] = { ...before, ...message, stop_reason, content }
    return
  }
  if (message["role"] === "assistant") answers.set(textOf(message["id"]) ?? "", messages.length)
  else if (typeof parentUuid === "string" && !isResult(message)) {
    if (asked.has(parentUuid)) session.isRewound = true
    asked.add(parentUuid)
  }
  messages.push(message)
}

const isResult = ({ content }: JsonObject): boolean =>
  listOf(content).some((block) => objectOf(block)["type"] === "tool_result")

function* runs(sessions: ReadonlyMap<string, Session>, options: ReadOptions): Generator<Item> {
  for (const { isRewound, messages, place, raw, source } of sessions.values()) {
    const answers = messages.filter(({ role }) => role === "assistant")
    if (isRewound) yield finding("a session that the user took back a step of", place, true)
    else if (answers.length === 0) yield finding("a session without an answer", place, true)
    else {
      const { except, findings, steps } = anthropicSteps(messages as ReadonlyArray<Json>, place)
      const model = answers.map((answer) => nameOf(answer["model"])).find((name) => name !== undefined)
      const tokens = answers.map(finalUsage).reduce(sumOf)
      yield* findings
      yield* importedRun(
        {
          place,
          source,
          raw,
          search: { inMessages: true, except },
          steps,
          trace: { server: "claude-code", tokens },
          task: undefined,
          trial: undefined,
          ...(model !== undefined && { model })
        },
        options
      )
    }
  }
}

/** Lines are written while an answer arrives: until one says why it ended, its output tokens are not counted to the end. */
const finalUsage = ({ stop_reason, usage }: JsonObject) =>
  typeof stop_reason === "string" ? usageOf(objectOf(usage)) : undefined
