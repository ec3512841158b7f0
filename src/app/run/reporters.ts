/**
 * The reporters that `--reporter` knows by name, beside those of features. The first is the default.
 */
import type { Reporter } from "../../edges/report/Reporter.ts"

/** Loaded when it is asked for: a run loads the formats that it writes. */
export interface NamedReporter {
  readonly name: string
  readonly load: () => Promise<Reporter>
}

export const reporters: ReadonlyArray<NamedReporter> = [
  { name: "pretty", load: async () => (await import("../../edges/report/formats/pretty.ts")).pretty },
  { name: "json", load: async () => (await import("../../edges/report/formats/json.ts")).json },
  { name: "junit", load: async () => (await import("../../edges/report/formats/junit.ts")).junit },
  { name: "github", load: async () => (await import("../../edges/report/formats/github.ts")).github },
  { name: "markdown", load: async () => (await import("../../edges/report/formats/markdown.ts")).markdown },
  { name: "agent", load: async () => (await import("../../edges/report/formats/agent.ts")).agent },
  { name: "ndjson", load: async () => (await import("../../edges/report/formats/json.ts")).ndjson },
  { name: "otlp", load: async () => (await import("../../edges/report/formats/otlp/otlp.ts")).otlp }
]
