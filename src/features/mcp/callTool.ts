/**
 * Carries out one call of a tool: checks what the client gives, runs the command, and makes the answer of what it leaves behind.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import { childCommand, type Surroundings } from "./childCommand.ts"
import { argvOf, type Input, pathsIn } from "./inputs.ts"
import { pathInside, suitesInside } from "./insideProject.ts"
import type { CommandAnswer } from "./outcome.ts"
import type { ServedTool } from "./tools.ts"

/** Completes whatever happens: what cannot be done is an answer too. */
export const callTool = (
  tool: ServedTool,
  given: Input,
  around: Surroundings
): Effect.Effect<CommandAnswer, never, FileSystem.FileSystem> =>
  Effect.scoped(carriedOut(tool, given, around)).pipe(
    Effect.catch(({ message }) => Effect.succeed({ text: message, isError: true }))
  )

const carriedOut = Effect.fnUntraced(function* (tool: ServedTool, given: Input, around: Surroundings) {
  const argv = yield* argvOf(tool, given)
  const paths = pathsIn(tool, given)
  for (const [name, path] of paths) if (name !== "files") yield* pathInside(around.folder, path)
  const files = paths.flatMap(([name, path]) => (name === "files" ? [path] : []))
  const suites = tool.names.includes("files") ? yield* suitesInside(around.folder, files) : []
  const into = yield* temporaryFolder
  const ended = yield* childCommand([tool.commandName, ...tool.fixed(into), ...argv], around)
  const cassettes = paths.find(([name]) => name === "cassettes")?.[1]
  return yield* tool.answer({ ended, into, project: around.folder, suites, cassettes, less: tool.less })
})

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "passhat-mcp-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)
