/**
 * The reporters that `--reporter` knows by name. The first is the default.
 */
import { pretty } from "../../report/formats/pretty.ts"
import type { Reporter } from "../../report/Reporter.ts"

/** All but the default are loaded when they are asked for. */
export interface NamedReporter {
  readonly name: string
  readonly load: () => Promise<Reporter>
}

export const reporters: ReadonlyArray<NamedReporter> = [
  { name: "pretty", load: async () => pretty },
  { name: "json", load: async () => (await import("../../report/formats/json.ts")).json },
  { name: "junit", load: async () => (await import("../../report/formats/junit.ts")).junit },
  { name: "github", load: async () => (await import("../../report/formats/github.ts")).github },
  { name: "markdown", load: async () => (await import("../../report/formats/markdown.ts")).markdown },
  { name: "agent", load: async () => (await import("../../report/formats/agent.ts")).agent },
  { name: "ndjson", load: async () => (await import("../../report/formats/ndjson.ts")).ndjson },
  { name: "html", load: async () => (await import("../../report/formats/html/html.ts")).html }
]
