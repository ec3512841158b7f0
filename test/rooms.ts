/**
 * The rooms of `src` and what each may import, as data: test/architecture.test.ts holds the sources to it, and
 * test/docs/architecture.test.ts the table in docs/architecture.md.
 */

export interface Room {
  /** The rooms it may import from, besides itself and `std`. */
  readonly imports: ReadonlyArray<string>
  /** The rooms of which it may use types, and which it may load with `import()`. */
  readonly later?: ReadonlyArray<string>
  /** Whether the same input always gives the same output: no clock, no dice, no sockets, no fibers. */
  readonly pure: boolean
}

export const rooms: Readonly<Record<string, Room>> = {
  std: { imports: [], pure: true },
  domain: { imports: [], pure: true },
  providers: { imports: ["domain"], later: ["providers/*"], pure: true },
  "providers/*": { imports: ["domain", "providers", "services"], pure: false },
  dsl: { imports: ["domain", "providers"], pure: true },
  adapters: { imports: ["domain", "dsl", "services"], later: ["providers/*"], pure: false },
  metrics: { imports: ["domain"], pure: true },
  gates: { imports: ["domain", "dsl", "metrics"], pure: true },
  plan: { imports: ["domain", "dsl", "metrics", "providers"], pure: true },
  judge: { imports: ["domain", "metrics"], pure: true },
  report: { imports: ["domain"], pure: true },
  cassette: { imports: ["domain"], pure: false },
  agentLoop: { imports: ["domain"], pure: true },
  replay: { imports: ["agentLoop", "cassette", "domain"], pure: false },
  importing: { imports: ["domain"], pure: true },
  services: { imports: ["domain"], pure: false },
  run: { imports: ["agentLoop", "domain", "services"], pure: false },
  layers: {
    imports: ["cassette", "domain", "providers", "providers/*", "replay", "services"],
    later: ["importing"],
    pure: false
  },
  cli: {
    imports: [
      "agentLoop",
      "cassette",
      "domain",
      "dsl",
      "gates",
      "importing",
      "judge",
      "layers",
      "metrics",
      "plan",
      "providers",
      "report",
      "run",
      "services"
    ],
    pure: false
  }
}
