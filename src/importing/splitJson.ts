/**
 * Splits the bytes of a JSON file into the values that hold a run each, as they arrive: the items of a list, the items of a named
 * list such as `simulations`, or the objects of JSON lines. A file of any size takes the memory of its largest value.
 */
import type { Json } from "../domain/Json.ts"
import { tryCatch } from "../std/tryCatch.ts"
import { byteWindow } from "./byteWindow.ts"
import { parseExact } from "./parseExact.ts"

export interface JsonPart {
  /** `#/simulations/3`, or `:7` for an object that begins in line 7. */
  readonly pointer: string
  readonly value: Json
}

/** What is wrong with the file, as the end of a sentence about it. */
export interface Flaw {
  readonly flaw: string
}

export interface Splitter {
  /** After a flaw, the rest is not read. */
  readonly push: (bytes: Uint8Array) => ReadonlyArray<JsonPart | Flaw>
  /** Call it once there are no more bytes. */
  readonly end: () => ReadonlyArray<JsonPart | Flaw>
}

export interface SplitOptions {
  /** The lists in an object whose items are values of their own. Then the other members of that object are, too. */
  readonly lists?: ReadonlySet<string>
  /** How many bytes a value may have. */
  readonly most?: number
}

/** Simulations of tau2, traces of Jaeger, batches of Tempo and of OTLP. */
const LISTS: ReadonlySet<string> = new Set(["simulations", "data", "batches", "resourceSpans"])
const MOST = 256 * 1024 * 1024

export const jsonSplitter = (options: SplitOptions = {}): Splitter => {
  const reading = split(options)
  let step = reading.next()
  const give = (bytes: Uint8Array | undefined): ReadonlyArray<JsonPart | Flaw> => {
    const parts: Array<JsonPart | Flaw> = []
    if (!step.done) step = reading.next(bytes)
    for (; !step.done && step.value !== undefined; step = reading.next()) parts.push(step.value)
    return parts
  }
  return { push: give, end: () => give(undefined) }
}

/** Yields undefined where it needs more bytes, and takes undefined for their end. */
type Reading<A> = Generator<JsonPart | Flaw | undefined, A, Uint8Array | undefined>

function* split({ lists = LISTS, most = MOST }: SplitOptions): Reading<void> {
  const window = byteWindow(most)
  let values = 0

  /** Whether the value could be read. */
  function* emit(pointer: string, start: number, end: number): Reading<boolean> {
    const text = tryCatch(() => decoder.decode(window.slice(start, end)))
    const parsed = text === undefined ? undefined : tryCatch(() => ({ value: parseExact(text) }))
    if (parsed !== undefined) yield { pointer, ...parsed }
    else yield { flaw: text === undefined ? "is not text in UTF-8" : `has a value that is not JSON${placed(pointer)}` }
    return parsed !== undefined
  }

  /** The items of a list, behind its bracket. */
  function* items(pointer: string): Reading<boolean> {
    for (let count = 0; ; count++) {
      window.keepFrom(window.at())
      let byte = yield* window.next()
      if (byte === CLOSE_LIST) return window.skip()
      if (count > 0) {
        if (byte !== COMMA) return yield* broken(pointer, byte)
        window.skip()
        byte = yield* window.next()
      }
      window.keepFrom(window.at())
      if (!(yield* window.value())) return yield* broken(`${pointer}/${count}`, -1)
      if (!(yield* emit(`${pointer}/${count}`, 0, window.at()))) return false
    }
  }

  /** An object, whole, or its members and the items of its named lists one by one. */
  function* object(prefix: string): Reading<boolean> {
    const kept: Array<Member> = []
    let isSplit = false
    window.keepFrom(window.at())
    window.skip()
    for (let count = 0; ; count++) {
      let byte = yield* window.next()
      if (byte === CLOSE_OBJECT) {
        window.skip()
        return isSplit || (yield* emit(prefix, 0, window.at()))
      }
      if (count > 0) {
        if (byte !== COMMA) return yield* broken(prefix, byte)
        window.skip()
        byte = yield* window.next()
      }
      if (isSplit) window.keepFrom(window.at())
      const begin = window.at()
      if (byte !== QUOTE || !(yield* window.value())) return yield* broken(prefix, byte)
      const name = tryCatch((): unknown => JSON.parse(decoder.decode(window.slice(begin, window.at()))))
      if (typeof name !== "string" || (yield* window.next()) !== COLON) return yield* broken(prefix, byte)
      window.skip()
      const pointer = `${prefix}#/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
      if ((yield* window.next()) === OPEN_LIST && lists.has(name)) {
        for (const { at, end, start } of kept.splice(0)) if (!(yield* emit(at, start, end))) return false
        isSplit = true
        window.skip()
        if (!(yield* items(pointer))) return false
        continue
      }
      const start = window.at()
      if (!(yield* window.value())) return yield* broken(pointer, -1)
      const member = { at: pointer, start, end: window.at() }
      if (!isSplit) kept.push(member)
      else if (!(yield* emit(pointer, start, member.end))) return false
    }
  }

  function* broken(pointer: string, byte: number): Reading<false> {
    yield {
      flaw: window.flaw() ?? (byte === -1 ? `ends${placed(pointer, "inside of")}` : `is not JSON${placed(pointer)}`)
    }
    return false
  }

  for (let byte = yield* window.next(); byte !== -1; byte = yield* window.next()) {
    if (byte === OPEN_OBJECT) {
      if (!(yield* object(window.line() === 1 ? "" : `:${window.line()}`))) return
    } else if (byte === OPEN_LIST && values === 0) {
      window.skip()
      if (!(yield* items("#"))) return
      if ((yield* window.next()) !== -1) yield { flaw: "goes on after the end of its list" }
      return
    } else return void (yield { flaw: values === 0 ? "is not JSON" : `is not JSON in line ${window.line()}` })
    values++
  }
  if (values === 0) yield { flaw: "is empty" }
}

interface Member {
  readonly at: string
  readonly start: number
  readonly end: number
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 58, 91, 93, 123, 125]

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const placed = (pointer: string, word = "at"): string =>
  pointer === "" || pointer === "#" ? "" : ` ${word} ${pointer}`
