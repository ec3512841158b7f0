/**
 * Where in a user's code something happened, for messages: `suites/weather.ts:12`.
 */
import { relative, sep } from "node:path"
import process from "node:process"
import { type Frame, framesOf } from "../../base/std/stackFrames.ts"

/** The message of an error and, if its stack tells, where it was made. */
export const errorText = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  const at = placeIn(error instanceof Error ? error.stack : undefined)
  return at === undefined ? message : `${message} (${at})`
}

/** The innermost frame that is not of passhat itself; of a package only if no other is left. */
export const placeIn = (stack: string | undefined): string | undefined => {
  const frames = foreignFrames(stack)
  const frame = frames.find(({ file }) => !file.includes(`${sep}node_modules${sep}`)) ?? frames[0]
  return frame === undefined ? undefined : shown(frame)
}

/** The frames that are not of passhat itself, the innermost first. */
export const foreignFrames = (stack: string | undefined): ReadonlyArray<Frame> =>
  framesOf(stack).filter(({ file }) => !file.startsWith(ownFolder()))

/** Relative to the working directory, if it is there. */
export const shown = ({ file, line }: Pick<Frame, "file" | "line">): string => {
  const path = relative(process.cwd(), file)
  return `${path.startsWith("..") ? file : path.split(sep).join("/")}:${line}`
}

/** The folder of passhat's own code: `dist`, or `src` in a checkout. */
const ownFolder = (): string => /^.*[\\/](?:dist|src)[\\/]/.exec(import.meta.filename ?? "")?.[0] ?? "\0"
