/**
 * Conversations with a provider, in the three ways in which they are kept: a list of messages, an object with such a list, or the
 * exchanges of a conversation, each with the whole request and the whole response.
 */
import type { Usage } from "../../../base/domain/recording/Cassette.ts"
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { isArray, isJsonObject } from "../../../base/std/Json.ts"
import { listOf, objectOf, sumOf } from "../../../edges/telemetry/fields.ts"
import { type Assemble, responseBody } from "./responseBody.ts"
import { type Document, finding, type Finding, inList, type Place, unknownValue, within } from "../../../edges/telemetry/Item.ts"

export interface Conversation {
  readonly kind: "conversation"
  readonly place: Place
  /** Where its messages are. */
  readonly listAt: Place
  readonly source: Json
  readonly messages: ReadonlyArray<Json>
  /** The same, each with its place. */
  readonly raw: ReadonlyArray<Document>
  /** The last request, or the object: what says the model, the tools and the system prompt. */
  readonly about: JsonObject
  /** Of all answers, if every one of them has its own. */
  readonly tokens: Usage | undefined
}

/** What the API of a provider calls its parts. */
export interface Dialect {
  /** The name of the list of messages in a request. */
  readonly list: string
  /** Whether a value is a message of such a list. */
  readonly isMessage: (value: JsonObject) => boolean
  /** The messages of a request, or of an object that is like one. */
  readonly messagesOf: (body: JsonObject) => ReadonlyArray<Json> | undefined
  /** Makes the body of a response from the events of its stream. */
  readonly assemble: Assemble
  /** What a response adds to the messages. Undefined for a response of another API. */
  readonly answerOf: (response: JsonObject) => Answered | undefined
  /** How many answers are among the messages. */
  readonly answersIn: (messages: ReadonlyArray<Json>) => number
}

export interface Answered {
  readonly messages: ReadonlyArray<Json>
  readonly usage: Usage | undefined
}

export function* conversations(documents: Iterable<Document>, dialect: Dialect): Generator<Conversation | Finding> {
  let list: Array<Document> | undefined
  for (const document of documents) {
    const { value } = document
    const fields = objectOf(value)
    const isMessage = isJsonObject(value) && dialect.isMessage(fields) && dialect.messagesOf(fields) === undefined
    if (list !== undefined && (!isMessage || list[0]?.file !== document.file)) {
      yield listed(list)
      list = undefined
    }
    if (isMessage) {
      list ??= []
      list.push(document)
    } else yield* objectWith(document, fields, dialect)
  }
  if (list !== undefined) yield listed(list)
}

const listed = (raw: ReadonlyArray<Document>): Conversation => {
  const place = { file: raw[0]?.file ?? "", pointer: "" }
  const messages = raw.map(({ value }) => value)
  return { kind: "conversation", place, listAt: place, source: {}, messages, raw, about: {}, tokens: undefined }
}

function* objectWith(document: Document, fields: JsonObject, dialect: Dialect): Generator<Conversation | Finding> {
  const { interactions, request, response } = fields
  if (isArray(interactions)) return yield* exchanged(document, interactions, within(document, "interactions"), dialect)
  if (isJsonObject(request) && isJsonObject(response)) return yield* exchanged(document, [fields], document, dialect)
  const messages = isArray(document.value) ? document.value : dialect.messagesOf(fields)
  if (messages === undefined) return yield unknownValue("a value without messages", document, true)
  const place = { file: document.file, pointer: document.pointer }
  const listAt = isArray(document.value) ? place : within(place, dialect.list)
  yield {
    kind: "conversation",
    place,
    listAt: place,
    source: document.value,
    messages,
    raw: inList(messages, listAt),
    about: fields,
    tokens: undefined
  }
}

/** A request with no more messages than the one before it begins another conversation. */
function* exchanged(
  document: Document,
  exchanges: ReadonlyArray<Json>,
  at: Place,
  dialect: Dialect
): Generator<Conversation | Finding> {
  let now: Growing | undefined
  for (const [number, exchange] of exchanges.entries()) {
    const { request, response } = objectOf(exchange)
    const body = objectOf(objectOf(request)["body"])
    const asked = dialect.messagesOf(body)
    const answer = responseBody(response, dialect.assemble)
    const answered = answer && dialect.answerOf(answer)
    const place = exchanges.length === 1 && at === document ? at : within(at, number)
    if (asked !== undefined && now !== undefined && asked.length <= now.asked) {
      yield conversationOf(document, dialect, now)
      now = undefined
    }
    if (asked === undefined || answered === undefined) {
      if (now !== undefined) yield conversationOf(document, dialect, now)
      now = undefined
      yield finding("an exchange that failed, broke off, or is of another API", place, true)
      continue
    }
    const earlier: Usage | undefined =
      now === undefined ? (dialect.answersIn(asked) === 0 ? { input: 0, output: 0 } : undefined) : now.tokens
    now = {
      place: now?.place ?? place,
      last: place,
      asked: asked.length,
      messages: [...asked, ...answered.messages],
      about: body,
      tokens: sumOf(earlier, answered.usage)
    }
  }
  if (now !== undefined) yield conversationOf(document, dialect, now)
}

interface Growing {
  readonly place: Place
  readonly last: Place
  readonly asked: number
  readonly messages: ReadonlyArray<Json>
  readonly about: JsonObject
  readonly tokens: Usage | undefined
}

const conversationOf = (
  { value }: Document,
  { list }: Dialect,
  { about, last, messages, place, tokens }: Growing
): Conversation => {
  const listAt = within(last, "request", "body", list)
  const raw = inList(messages, listAt)
  return { kind: "conversation", place, listAt, source: value, messages, raw, about, tokens }
}

export const answersBy =
  (isAnswer: (fields: JsonObject) => boolean) =>
  (messages: ReadonlyArray<Json>): number =>
    listOf(messages).filter((message) => isAnswer(objectOf(message))).length
