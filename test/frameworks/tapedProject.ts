/**
 * A project with the taped agents of a framework: what they import is what the framework's own lock file names.
 */
import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { copyAgents, placeIn } from "../app/live/taped/place.ts"
import { emptyProject, root } from "../app/project.ts"
import type { Options } from "../standin/standin.ts"

export type TapedProject = Awaited<ReturnType<typeof tapedProject>>

/** Gone with its stand-in by `await using`. */
export const tapedProject = (framework: string, options: Partial<Options> = {}) => {
  const user = emptyProject({ "package.json": `{ "type": "module" }\n` })
  copyAgents(user)
  copyAgents(user, join(framework, "taped"))
  rmSync(join(user.folder, "node_modules"), { recursive: true })
  symlinkSync(join(framework, "node_modules"), join(user.folder, "node_modules"))
  // Under their own paths these find what they import.
  symlinkSync(join(root, "suites/servers"), join(user.folder, "suites/servers"))
  return placeIn(user, "taped", options)
}
