/**
 * One writer at a time: a file beside the cassette, the history or the labels that says which process writes them.
 *
 * It appears whole or not at all, since it is written elsewhere, synced and then linked. A lock whose process is gone is taken
 * over by the one process that manages to lock that very lock: it alone may put its own in its place.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { createHash, randomUUID } from "node:crypto"
import { basename, dirname, join } from "node:path"
import { isRunning, ProcessIdentity, thisProcess } from "../platform/processes.ts"
import { writeSynced } from "../platform/writeAtomically.ts"

/** Another process has it. */
export class Held extends Schema.TaggedError<Held>()("Held", {
  /** Left out where the lock does not say. */
  holder: Schema.optionalKey(ProcessIdentity)
}) {}

/** Held until the scope ends. */
export const lock = (path: string): Effect.Effect<void, Held | PlatformError, FileSystem.FileSystem | Scope.Scope> =>
  Effect.gen(function* () {
    const claim = JSON.stringify({ ...thisProcess(), token: randomUUID() })
    yield* Effect.acquireRelease(take(path, claim), () => release(path, claim))
  })

/**
 * Waits for another writer of the same files, which needs less than a second, and removes what writers that died have left of them. The lock
 * is `<name>.lock`.
 */
export const lockForWriting = (name: string, files: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    yield* Effect.retry(lock(`${name}.lock`), {
      while: ({ _tag }) => _tag === "Held",
      schedule: Schedule.spaced("50 millis"),
      times: 600
    })
    yield* Effect.forEach([name, ...files], sweep)
  })

/** What a process that died may have left beside a file that is locked: no living process needs it. */
export const sweep = (path: string): Effect.Effect<void, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = yield* fs.readDirectory(dirname(path))
    const left = names.filter((name) => isLeft(name, basename(path)))
    yield* Effect.forEach(left, (name) => fs.remove(join(dirname(path), name), { force: true }))
  }).pipe(Effect.ignore)

/** `.model.jsonl.<uuid>.tmp`, that of a lock, `model.jsonl.lock.<hash>`, and what was told of runs. */
const isLeft = (name: string, of: string): boolean =>
  name === `${of}.progress` ||
  name === `.${of}.progress.tmp` ||
  (name.startsWith(`.${of}.`) && /^(?:lock\.)?(?:[0-9a-f]{8}\.)*[0-9a-f-]{36}\.tmp$/.test(name.slice(of.length + 2))) ||
  (name.startsWith(`${of}.lock.`) && /^[0-9a-f]{8}(?:\.[0-9a-f]{8})*$/.test(name.slice(of.length + 6)))

type Taking = Effect.Effect<void, Held | PlatformError, FileSystem.FileSystem>

/** A lock that comes and goes is tried a few times; one that can neither be made nor read is held by no process that we know. */
const take = (path: string, claim: string, tries = 8): Taking =>
  Effect.gen(function* () {
    if (yield* create(path, claim)) return
    if (tries === 0) return yield* new Held({})
    const found = yield* read(path)
    yield* Option.isSome(found) ? inherit(path, claim, found.value) : take(path, claim, tries - 1)
  })

/** Returns whether the lock is ours now. A sweeper may take the temporary file first, and then another has the lock. */
const create = (path: string, claim: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
    return yield* writeSynced(temporary, claim).pipe(
      Effect.andThen(fs.link(temporary, path)),
      Effect.as(true),
      Effect.catchReason("PlatformError", "AlreadyExists", () => Effect.succeed(false)),
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(false)),
      Effect.ensuring(Effect.ignore(fs.remove(temporary, { force: true })))
    )
  })

const read = (path: string) =>
  FileSystem.FileSystem.use((fs) => Effect.asSome(fs.readFileString(path))).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone)
  )

/** Takes the place of a holder that is gone. Of all who try, one gets the lock on that lock. */
const inherit = (path: string, claim: string, found: string): Taking =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const holder = Option.getOrUndefined(decodeHolder(found))
    if (holder === undefined || isRunning(holder)) return yield* new Held(holder === undefined ? {} : { holder })
    const successor = `${path}.${createHash("sha256").update(found).digest("hex").slice(0, 8)}`
    yield* take(successor, claim)
    const replaced = yield* read(path).pipe(
      Effect.flatMap((now) =>
        Option.contains(now, found) ? Effect.as(fs.rename(successor, path), true) : Effect.succeed(false)
      ),
      Effect.ensuring(release(successor, claim))
    )
    if (!replaced) yield* take(path, claim)
  })

const decodeHolder = Schema.decodeUnknownOption(Schema.fromJsonString(ProcessIdentity))

/** If our lock was deleted by hand, another process may have one here now, which is not ours to remove. */
const release = (path: string, claim: string): Effect.Effect<void, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    if (Option.contains(yield* read(path), claim)) yield* fs.remove(path)
  }).pipe(Effect.ignore)
