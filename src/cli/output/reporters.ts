/**
 * The reporters that `--reporter` knows by name. The first is the default.
 */
import type { Reporter } from "../../report/Reporter.ts"

/** Loaded when it is asked for: nobody waits for a format that nobody reads. */
export interface NamedReporter {
  readonly name: string
  readonly load: () => Promise<Reporter>
}

export const reporters: ReadonlyArray<NamedReporter> = [
  { name: "pretty", load: async () => (await import("../../report/pretty.ts")).pretty },
  { name: "json", load: async () => (await import("../../report/json.ts")).json },
  { name: "junit", load: async () => (await import("../../report/junit.ts")).junit },
  { name: "github", load: async () => (await import("../../report/github.ts")).github },
  { name: "markdown", load: async () => (await import("../../report/markdown.ts")).markdown },
  { name: "agent", load: async () => (await import("../../report/agent.ts")).agent },
  { name: "ndjson", load: async () => (await import("../../report/ndjson.ts")).ndjson },
  { name: "html", load: async () => (await import("../../report/html/html.ts")).html }
]
