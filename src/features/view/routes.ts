/**
 * What the server of `passhat view` answers, by address. A request that gets here has the token.
 */
import { resolve } from "node:path"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Trends } from "../../base/domain/verdict/History.ts"
import type { ShownCell } from "../html/Overview.ts"
import { packedCell } from "../html/packedCell.ts"
import { CONFIDENCE, trendsIn } from "../history/trendsIn.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { Actions } from "./actions.ts"
import type { ListedFile, OverviewAnswer, ProjectAnswer } from "./Api.ts"
import { listedFile, listedRecording } from "./findFiles.ts"
import type { LiveRecordings } from "./live.ts"
import type { ProjectFiles } from "./ProjectFiles.ts"
import { HISTORY, type Subject, type Subjects } from "./subjects.ts"

export interface Served {
  readonly project: string
  /** What readers see of its path. */
  readonly name: string
  readonly files: ProjectFiles
  readonly subjects: Subjects
  readonly live: LiveRecordings
  /** Undefined without --actions. */
  readonly actions: Actions | undefined
}

/** An answer is JSON, or a text that is sent piece by piece. */
export type RouteAnswer = { readonly json: unknown } | { readonly pieces: Iterable<string> }

type Route = (query: URLSearchParams, body: Uint8Array) => Effect.Effect<RouteAnswer, UsageError, FileSystem.FileSystem>

export interface Routes {
  readonly get: { readonly [path: string]: Route }
  readonly post: { readonly [path: string]: Route }
}

export const routesOf = (served: Served): Routes => {
  const { actions, files, live, name, project, subjects } = served

  const projectAnswer = (): ProjectAnswer => ({
    version: files.version(),
    folder: name,
    actions: actions !== undefined,
    reports: files
      .all()
      .filter(({ kind }) => kind === "report")
      .toSorted(newestFirst)
      .map(listedFile),
    recordings: files
      .all()
      .filter(({ kind }) => kind === "recording")
      .toSorted(byName)
      .map(listedRecording),
    unfinished: live.unfinished(),
    hasHistory: files.hasFolder(HISTORY),
    isCut: files.isCut(),
    jobs: actions?.jobs() ?? []
  })

  /** The page has an overview of this version; what has changed since must not be shown beside it. */
  const cellAt = Effect.fnUntraced(function* (query: URLSearchParams) {
    const opened = yield* subjects.open(yield* subjectOf(query))
    const entry = opened.entries[Number(query.get("at"))]
    if (opened.version !== query.get("version") || entry === undefined) {
      return yield* new UsageError({ what: "The file has changed since.", hint: "Load the page again." })
    }
    return entry.cell
  })

  return {
    get: {
      "/api/project": () => json(projectAnswer()),
      "/api/changes": (query) =>
        Effect.map(files.next(Number(query.get("since"))), (version) => ({ json: { version } })),
      "/api/summary": (query) =>
        Effect.map(Effect.flatMap(subjectOf(query), subjects.summarize), (summary) => ({ json: summary })),
      "/api/overview": (query) =>
        Effect.map(Effect.flatMap(subjectOf(query), subjects.open), ({ overview, version }) => ({
          json: { overview, version } satisfies OverviewAnswer
        })),
      "/api/cell": (query) => Effect.map(cellAt(query), (cell) => ({ pieces: cellPieces(cell) })),
      "/api/history": () =>
        Effect.map(trendsIn(resolve(project, HISTORY)), (trends) => ({ json: trends ?? NO_TRENDS })),
      "/api/live": (query) =>
        Effect.map(live.look(text(query, "file"), Number(query.get("journal")), Number(query.get("from"))), (json) => ({
          json
        })),
      "/api/run": (query) =>
        Effect.map(live.run(text(query, "file"), Number(query.get("journal")), Number(query.get("at"))), (json) => ({
          json
        })),
      ...actions?.get
    },
    post: {
      "/api/drop": (query, body) => Effect.map(subjects.drop(text(query, "name"), body), (id) => ({ json: { id } })),
      ...actions?.post
    }
  }
}

export const json = (value: unknown): Effect.Effect<RouteAnswer> => Effect.succeed({ json: value })

const NO_TRENDS: Trends = { format: "passhat-trends", version: 1, confidence: CONFIDENCE, cells: [] }

const newestFirst = (a: ListedFile, b: ListedFile): number => b.changed - a.changed || byName(a, b)

const byName = (a: ListedFile, b: ListedFile): number => (a.file < b.file ? -1 : 1)

const text = (query: URLSearchParams, name: string): string => query.get(name) ?? ""

/** Nothing for an entry without a cell. */
const cellPieces = (cell: ShownCell | undefined): Iterable<string> => (cell === undefined ? [] : packedCell(cell))

const KINDS = ["report", "recording", "dropped"] as const

export const subjectOf = (query: URLSearchParams): Effect.Effect<Subject, UsageError> => {
  const [first] = KINDS.flatMap((kind) => (query.has(kind) ? [{ kind, name: text(query, kind) }] : []))
  if (first === undefined) {
    return Effect.fail(
      new UsageError({ what: "The address names nothing to show.", hint: "Choose a report or a recording." })
    )
  }
  const baseline = query.get("baseline")
  const kind = baseline?.endsWith(".jsonl") === true ? "recording" : "report"
  return Effect.succeed({ of: first, ...(baseline !== null && { baseline: { kind, name: baseline } }) })
}
