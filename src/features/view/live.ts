/**
 * Recordings that are not finished: what is on the disk, and what the runs do that are not over.
 */
import { readFileSync, statSync } from "node:fs"
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { findFlaw } from "../../base/std/findFlaw.ts"
import type { Trace } from "../../base/domain/trace/Trace.ts"
import { UnderWay } from "../../base/domain/recording/UnderWay.ts"
import { tryCatch } from "../../base/std/tryCatch.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { ListedUnfinished, LiveAnswer } from "./Api.ts"
import { type JournalTail, isHeld, journalTail } from "./journalTail.ts"
import type { ProjectFiles } from "./ProjectFiles.ts"

const decodeUnderWay = Schema.decodeUnknownOption(Schema.fromJsonString(UnderWay))

/** Journals that are followed at the same time. */
const FOLLOWED = 4

export const liveRecordings = (project: string, files: ProjectFiles) => {
  const tails = new Map<string, JournalTail>()

  const isRunning = (file: string): boolean =>
    files.find(`${file}.lock`) !== undefined && isHeld(project, `${file}.lock`)

  const unfinished = (): ReadonlyArray<ListedUnfinished> => {
    const names = files
      .all()
      .flatMap(({ file, kind }) =>
        kind === "journal" || (kind === "lock" && isHeld(project, file))
          ? [file.replace(/\.(?:journal|lock)$/, "")]
          : []
      )
    return [...new Set(names)].toSorted().map((file) => ({ file, isRunning: isRunning(file) }))
  }

  const tailOf = (file: string): JournalTail => {
    const tail = tails.get(file) ?? journalTail(resolve(project, `${file}.journal`))
    tails.delete(file)
    tails.set(file, tail)
    for (const old of [...tails.keys()].slice(0, -FOLLOWED)) tails.delete(old)
    tail.follow()
    return tail
  }

  const known = (file: string) =>
    [file, `${file}.lock`, `${file}.journal`].some((name) => files.find(name) !== undefined)
      ? Effect.void
      : new UsageError({ what: `There is no recording ${file} in this project.`, hint: "Choose another." })

  const stateOf = (file: string): LiveAnswer["state"] => {
    if (isRunning(file)) return "recording"
    if (files.find(`${file}.journal`) !== undefined) return "unfinished"
    return files.find(file)?.kind === "recording" ? "recorded" : "gone"
  }

  return {
    unfinished,
    /** `from` is how many runs the page has of the journal with that number. */
    look: Effect.fnUntraced(function* (file: string, journal: number, from: number) {
      yield* known(file)
      const state = stateOf(file)
      const version = files.version()
      if (state === "recorded" || state === "gone") return { version, state, journal, kept: [], underWay: [] }
      const tail = tailOf(file)
      const now = state === "recording" ? underWayOf(project, file) : undefined
      const of = now ?? tail.header()
      const problem = tail.problem()
      return {
        version,
        state,
        ...(now !== undefined && { name: now.name, runs: now.runs }),
        ...(of !== undefined && { suite: of.suite, agent: of.agent, model: of.model }),
        journal: tail.number(),
        kept: tail.number() === journal ? tail.kept().slice(from) : tail.kept(),
        underWay: now?.under_way ?? [],
        ...(problem !== undefined && { problem })
      } satisfies LiveAnswer
    }),
    run: Effect.fnUntraced(function* (file: string, journal: number, at: number) {
      yield* known(file)
      const tail = tailOf(file)
      const trace: Trace | undefined = tail.number() === journal ? tail.traceAt(at) : undefined
      return (
        trace ??
        (yield* new UsageError({ what: "This run is no longer in the journal.", hint: "Load the page again." }))
      )
    })
  }
}

export type LiveRecordings = ReturnType<typeof liveRecordings>

/** What is larger, or damaged, is not shown: nothing depends on it. */
const underWayOf = (project: string, file: string): UnderWay | undefined => {
  const path = resolve(project, `${file}.progress`)
  const text = tryCatch(() => (statSync(path).size > MOST_BYTES ? undefined : readFileSync(path, "utf8")))
  return text === undefined || findFlaw(text) !== undefined ? undefined : Option.getOrUndefined(decodeUnderWay(text))
}

/** A recorder writes some kilobytes for each run under way. */
const MOST_BYTES = 8 * 1024 * 1024
