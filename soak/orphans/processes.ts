/**
 * Processes of a trial, found in /proc: by the mark that they inherit, by their group, and by the process that started them.
 */
import { readdirSync, readFileSync } from "node:fs"
import { marked } from "../../test/processes.ts"

export interface Watched {
  readonly mark: string
  /** That of passhat, with all that it starts and does not put into a group of its own. */
  readonly group: number
  /** Started by passhat itself, whatever group they are in; each with the time of its start, because pids are used again. */
  readonly children: ReadonlySet<string>
}

/** Each with its command. Zombies count, except those that the first process of the system has to reap. */
export const remaining = ({ children, group, mark }: Watched): ReadonlyArray<string> => {
  const alive = new Set(marked(mark))
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      const status = statusOf(pid)
      if (status === undefined || (status.state === "Z" && status.parent === "1")) return []
      const isOurs = alive.has(pid) || status.group === String(group) || children.has(keyOf(pid, status.started))
      return isOurs ? [`${pid} ${status.state} ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`] : []
    })
}

/** As `Watched` has them. */
export const childrenOf = (pid: number): ReadonlyArray<string> =>
  list(`/proc/${pid}/task`)
    .flatMap((thread): ReadonlyArray<string> => read(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? [])
    .map((child) => keyOf(child, statusOf(child)?.started))

const keyOf = (pid: string, started = ""): string => `${pid} since ${started}`

/** The fields follow the command's name, which may contain spaces and parentheses. */
const statusOf = (pid: string) => {
  const text = read(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
  const [state = "", parent = "", group = ""] = fields
  return text === "" ? undefined : { state, parent, group, started: fields[19] }
}

/** Empty for a process that has ended in the meantime. */
const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

const list = (path: string): ReadonlyArray<string> => {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
