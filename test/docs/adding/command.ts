/**
 * A command: `passhat hello` greets.
 */
import { type Addition, all, before } from "./Addition.ts"

const table = `/**
 * Greets.
 */
import type { Feature } from "../../app/run/Feature.ts"

export const hello: Feature = {
  commands: { hello: async () => (await import("./commands.ts")).hello }
}
`

const row = `/**
 * \`passhat hello\`: what help and argv know of it, and the function that carries it out.
 */
import type { Command } from "../../app/flags/Flag.ts"
import { command } from "../../app/flags/runnable.ts"
import { lazily } from "../../app/kit/lazily.ts"

export const helloRow = {
  description: "Greet someone",
  examples: [{ command: "passhat hello --name Ada", description: "By name" }],
  flags: { name: { kind: "string", metavar: "name", default: "world", description: "Whom to greet (default world)" } },
  arguments: {}
} as const satisfies Command

export const hello = command(
  helloRow,
  lazily(() => import("./hello.ts"), "hello")
)
`

const work = `/**
 * \`passhat hello\`: greets.
 */
import * as Effect from "effect/Effect"
import type { Values } from "../../app/flags/Flag.ts"
import { stdout } from "../../app/kit/output/output.ts"
import { UsageError } from "../../app/kit/UsageError.ts"
import type { helloRow } from "./commands.ts"

export const hello = Effect.fnUntraced(function* ({ name }: Values<typeof helloRow>) {
  if (name === "") return yield* new UsageError({ what: "The name is empty.", hint: "Give a name, or leave --name out." })
  yield* stdout(\`Hello, \${name}!\\n\`)
  return 0
})
`

const test = `import { test } from "bun:test"
import assert from "node:assert/strict"
import { join } from "node:path"
import { root, run } from "../../app/project.ts"

const hello = (...args: ReadonlyArray<string>) => run(join(root, "src/doors/passhat.ts"), ["hello", ...args])

test("greets the world, or someone by name", () => {
  assert.deepEqual([hello().stdout, hello("--name", "Ada").stdout], ["Hello, world!\\n", "Hello, Ada!\\n"])
})

test("an empty name is a mistake of the user", () => {
  const { code, stderr } = hello("--name", "")
  assert.deepEqual([code, stderr.includes("The name is empty.")], [2, true])
})
`

const own = ["test/features/hello/hello.test.ts"]
const commands = ["test/docs/pages.test.ts", "-t", "has a row for every command"]

export const command: Addition = {
  section: "Adding a command",
  name: "hello",
  files: {
    "src/features/hello/feature.ts": { text: table, heldBy: own },
    "src/features/hello/commands.ts": { text: row, heldBy: commands },
    "src/features/hello/hello.ts": { text: work, heldBy: own },
    "src/features/features.ts": {
      text: all(
        before('import { history } from "./history', 'import { hello } from "./hello/feature.ts"\n'),
        before("  importing,\n", "  hello,\n")
      ),
      heldBy: ["test/architecture.test.ts", "-t", "is in the table of features"]
    },
    "test/features/hello/hello.test.ts": { text: test, heldBy: own },
    "README.md": {
      text: before("| `passhat import` ", "| `passhat hello` | greets |\n"),
      heldBy: commands
    }
  },
  shown: { args: ["src/doors/passhat.ts", "--help"], prints: /^ +hello +Greet someone$/m }
}
