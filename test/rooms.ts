/**
 * The layout of `src`, as data: its floors, the rooms on each, and what each room may import. test/architecture.test.ts holds the sources to
 * it, and test/docs/architecture.test.ts the table in docs/architecture.md.
 */

export interface Room {
  /** The rooms that it may import, beside itself and `base/std`. */
  readonly imports: ReadonlyArray<string>
  /** The rooms of which it may use types, and which it may load with `import()`. */
  readonly later?: ReadonlyArray<string>
  /** True if the same input always gives the same output: no clock, no dice, no sockets, no fibers. */
  readonly pure: boolean
}

/** From the ground up. What is on a floor below `features` imports no feature; `doors` are what the package exports. */
export const floors = ["base", "language", "engine", "edges", "app", "features", "doors"] as const

const below = ["base/domain", "language/dsl", "language/gates", "language/metrics", "language/plan"]
const engine = ["engine/agentLoop", "engine/cassette", "engine/judge", "engine/layers", "engine/run", "engine/services"]

/** The rooms of the floors up to `edges`. */
const ground: Readonly<Record<string, Room>> = {
  "base/std": { imports: [], pure: true },
  "base/domain": { imports: [], pure: true },
  "language/dsl": { imports: ["base/domain", "edges/providers"], pure: true },
  "language/metrics": { imports: ["base/domain"], pure: true },
  "language/gates": { imports: ["base/domain", "language/dsl", "language/metrics"], pure: true },
  "language/plan": { imports: ["base/domain", "edges/providers", "language/dsl", "language/metrics"], pure: true },
  "engine/services": { imports: ["base/domain"], pure: false },
  "engine/agentLoop": { imports: ["base/domain"], pure: true },
  "engine/cassette": { imports: ["base/domain", "engine/agentLoop"], pure: false },
  "engine/run": { imports: ["base/domain", "engine/agentLoop", "engine/services"], pure: false },
  "engine/judge": { imports: ["base/domain", "language/metrics"], pure: true },
  "engine/layers": {
    imports: ["base/domain", "edges/providers", "edges/providers/*", "engine/cassette", "engine/services"],
    later: ["edges/telemetry"],
    pure: false
  },
  "edges/providers": { imports: ["base/domain"], later: ["edges/providers/*"], pure: true },
  "edges/providers/*": { imports: ["base/domain", "edges/providers", "engine/services"], pure: false },
  "edges/adapters": {
    imports: ["base/domain", "engine/services", "language/dsl"],
    later: ["edges/providers/*"],
    pure: false
  },
  "edges/report": { imports: ["base/domain"], pure: true },
  "edges/telemetry": { imports: ["base/domain"], pure: true }
}

/** The folders of `app`, in order: each imports those before it, and none after it. */
export const appRooms = ["kit", "flags", "suites", "recordings", "reports", "select", "run"] as const

/**
 * The features that import other features. Every other feature imports none; all of them import anything below. A cycle is refused.
 */
export const sharedFeatures: Readonly<Record<string, ReadonlyArray<string>>> = {
  calibrate: ["labels"],
  comment: ["compare"],
  import: ["init", "types"],
  init: ["types"],
  labels: ["history"],
  mcp: ["compare", "cost", "plan", "show"],
  queue: ["cost"],
  report: ["compare", "coverage", "history"],
  view: ["compare", "history", "html", "labels", "mcp", "score", "watch"]
}

/** What the folders of `app` and `features` may import. */
const grounds = [...below, ...engine, "edges/providers", "edges/report"]

const app: Readonly<Record<string, Room>> = Object.fromEntries(
  appRooms.map((name, at) => [
    `app/${name}`,
    { imports: [...grounds, ...appRooms.slice(0, at).map((one) => `app/${one}`)], pure: false }
  ])
)

/** A feature may import everything below, and those features that the table names. */
export const featureRoom = (name: string): Room => ({
  imports: [
    ...grounds,
    "edges/telemetry",
    ...appRooms.map((one) => `app/${one}`),
    ...(sharedFeatures[name] ?? []).map((one) => `features/${one}`)
  ],
  pure: false
})

export const rooms: Readonly<Record<string, Room>> = { ...ground, ...app }
