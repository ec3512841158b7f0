/**
 * The tools that an agent may not touch in a first suite: those that destroy something.
 *
 * A tool that only writes is not among them, and neither is one of which nothing is known: a healthy agent may need both,
 * once the prompt is the user's own.
 */
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import { isJsonObject } from "../../base/std/Json.ts"
import { words } from "../../base/std/words.ts"
import { verbOf } from "./firstTool.ts"

/** Their names, in the order of the list, without the tool that the prompt asks for. */
export const forbiddenTools = (tools: ReadonlyArray<OfferedTool>, asked: string): ReadonlyArray<string> =>
  tools.filter((tool) => tool.name !== asked && destroys(tool)).map(({ name }) => name)

/** Servers call updates destructive too, so the hint does not count for a name that says that the tool only writes. */
const destroys = (tool: OfferedTool): boolean => {
  const { destructiveHint, readOnlyHint } = isJsonObject(tool.annotations) ? tool.annotations : {}
  if (readOnlyHint === true || destructiveHint === false) return false
  const verb = verbOf(tool)
  return destroying.has(verb) || (destructiveHint === true && !writing.has(verb))
}

/** Words that the names of tools begin with. */
const destroying = words(
  "ban cancel clear deactivate delete demolish destroy discard drop erase kick kill purge remove reset revoke terminate",
  "trash truncate uninstall unlink void wipe"
)
const writing = words(
  "add append apply assign change create edit execute insert mark modify move patch post put rename replace run save send",
  "set submit update upload upsert write"
)
