/**
 * A terminal whose screen can be read, by tmux(1): it breaks lines anew when it is resized, as most terminals do.
 */
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { eventually } from "../../processes.ts"
import { root } from "../../app/project.ts"

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** Runs a command in a shell, behind a line "before", and shows its exit code. Gone with all of its processes by `using`. */
export const tmux = (command: string, env: Readonly<Record<string, string>>, { columns, rows }: Size) => {
  const socket = `passhat-${randomUUID()}`
  const { CI: _ci, COLUMNS: _columns, FORCE_COLOR: _forced, NO_COLOR: _none, TMUX: _tmux, ...inherited } = process.env
  const ask = (...args: ReadonlyArray<string>): string =>
    spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], {
      cwd: root,
      env: { ...inherited, LC_ALL: "C.UTF-8", ...env },
      encoding: "utf8"
    }).stdout
  const line = `echo before; ${command}; echo "exit code $?"; sleep 1000`
  ask("-u", "new-session", "-d", "-x", String(columns), "-y", String(rows), line)
  const screen = (): string => ask("capture-pane", "-p").trimEnd()
  return {
    screen,
    /** Waits until the screen shows something, and returns all of it. */
    until: async (shows: RegExp, millis = 40_000): Promise<string> => {
      let seen = ""
      await eventually(() => shows.test((seen = screen())) || /^exit code/m.test(seen), millis).catch(() => undefined)
      if (!shows.test(seen)) throw new Error(`The screen does not show ${shows}:\n${seen}`)
      return seen
    },
    resize: (size: Size): void => void ask("resize-window", "-x", String(size.columns), "-y", String(size.rows)),
    press: (key: string): void => void ask("send-keys", key),
    [Symbol.dispose]: (): void => void ask("kill-server")
  }
}
