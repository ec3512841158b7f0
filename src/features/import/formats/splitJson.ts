/**
 * Splits the bytes of a JSON file into the values that hold a run each, as they arrive: the items of a list, the items of a named
 * list such as `simulations`, or the objects of JSON lines. A file of any size takes the memory of its largest value.
 */
import type { Json } from "../../../base/domain/Json.ts"
import { findFlaw } from "../../../base/std/findFlaw.ts"
import { type JsonKey, jsonPlace, placeAt } from "../../../base/std/jsonPlace.ts"
import { shorten } from "../../../base/std/shorten.ts"
import { tryCatch } from "../../../base/std/tryCatch.ts"
import { byteWindow } from "./byteWindow.ts"
import { parseExact } from "../../../edges/telemetry/callArguments.ts"

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
  function* emit({ at, end, line, start }: Member): Reading<boolean> {
    const text = tryCatch(() => decoder.decode(window.slice(start, end)))
    const parsed = text === undefined ? undefined : tryCatch(() => ({ value: parseExact(text) }))
    const found = text === undefined ? undefined : findFlaw(text)
    if (text === undefined) yield { flaw: "is not text in UTF-8" }
    else if (found !== undefined) {
      const inside = tryCatch(() => placeAt(text, jsonPlace(text, found.path)).line) ?? 1
      yield flawAt(pointerTo(at, found.path), line + inside - 1, found.reason)
    } else if (parsed === undefined) yield { flaw: `has a value that is not JSON${placed(at)}` }
    else {
      yield { pointer: at, ...parsed }
      return true
    }
    return false
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
      const [at, line] = [`${pointer}/${count}`, window.line()]
      if (!(yield* window.value())) return yield* broken(at, -1)
      if (!(yield* emit({ at, line, start: 0, end: window.at() }))) return false
    }
  }

  /** An object, whole, or its members and the items of its named lists one by one. */
  function* object(prefix: string): Reading<boolean> {
    const kept: Array<Member> = []
    const names = new Set<string>()
    const first = window.line()
    let isSplit = false
    window.keepFrom(window.at())
    window.skip()
    for (let count = 0; ; count++) {
      let byte = yield* window.next()
      if (byte === CLOSE_OBJECT) {
        window.skip()
        return isSplit || (yield* emit({ at: prefix, line: first, start: 0, end: window.at() }))
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
      const pointer = pointerTo(prefix, [name])
      if (names.has(name)) {
        yield flawAt(pointer, window.line(), "the key is written twice")
        return false
      }
      names.add(name)
      if ((yield* window.next()) === OPEN_LIST && lists.has(name)) {
        for (const member of kept.splice(0)) if (!(yield* emit(member))) return false
        isSplit = true
        window.skip()
        if (!(yield* items(pointer))) return false
        continue
      }
      const [start, line] = [window.at(), window.line()]
      if (!(yield* window.value())) return yield* broken(pointer, -1)
      const member = { at: pointer, line, start, end: window.at() }
      if (!isSplit) kept.push(member)
      else if (!(yield* emit(member))) return false
    }
  }

  function* broken(pointer: string, byte: number): Reading<false> {
    const flaw = window.flaw()
    if (flaw !== undefined) yield { flaw: `${flaw}${placed(pointer)} in line ${window.line()}` }
    else yield { flaw: byte === -1 ? `ends${placed(pointer, "inside of")}` : `is not JSON${placed(pointer)}` }
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

/** A value in the window, and the line in which it begins. */
interface Member {
  readonly at: string
  readonly line: number
  readonly start: number
  readonly end: number
}

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 58, 91, 93, 123, 125]

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const placed = (pointer: string, word = "at"): string =>
  pointer === "" || pointer === "#" ? "" : ` ${word} ${shorten(pointer, 200)}`

const flawAt = (pointer: string, line: number, reason: string): Flaw => ({
  flaw: `cannot be read${placed(pointer)} in line ${line}: ${reason}`
})

const pointerTo = (pointer: string, path: ReadonlyArray<JsonKey>): string =>
  path.reduce<string>(
    (above, key) => `${above}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    pointer.includes("#") || path.length === 0 ? pointer : `${pointer}#`
  )
