/**
 * Processes that tests find again by a mark, and a way to wait for what they do. It loads nothing of passhat: that takes a second.
 */
import * as Result from "effect/Result"
import { randomUUID } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const npmServer = (name: "everything" | "filesystem"): string =>
  join(import.meta.dirname, `../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)

export const newMark = (): string => randomUUID()

/** Whether the system has /proc. */
export const hasProc = existsSync("/proc/self/environ")

/** The processes with a mark, without zombies. */
export const marked = (mark: string): ReadonlyArray<string> =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      const environ = Result.try(() => readFileSync(`/proc/${pid}/environ`, "utf8"))
      return Result.isSuccess(environ) && environ.success.split("\0").includes(`TEST_MARK=${mark}`)
    })

/** Polls until the condition holds; returns how long that took. */
export const eventually = async (holds: () => boolean | Promise<boolean>, deadline = 20_000): Promise<number> => {
  const start = performance.now()
  const look = async (): Promise<number> => {
    const passed = performance.now() - start
    if (await holds()) return passed
    if (passed > deadline) throw new Error(`It does not hold after ${deadline} ms.`)
    await new Promise((resume) => setTimeout(resume, 20))
    return look()
  }
  return look()
}
