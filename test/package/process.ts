/**
 * Programs that run while this process serves their requests.
 */
import { spawn } from "node:child_process"
import type { Finished } from "../app/project.ts"

export interface Place {
  readonly cwd: string
  readonly env?: { readonly [name: string]: string }
}

/** Runs a program to its end. Whatever the caller's package manager said in the environment does not reach it. */
export const run = (place: Place, command: string, ...args: ReadonlyArray<string>): Promise<Finished> =>
  new Promise((resolve) => {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:npm_|CI$|FORCE_COLOR$|NO_COLOR$)/.test(name))
    const child = spawn(command, args, {
      cwd: place.cwd,
      env: { ...Object.fromEntries(inherited), ...place.env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const [stdout, stderr]: [Array<Buffer>, Array<Buffer>] = [[], []]
    child.stdout.on("data", (chunk) => stdout.push(chunk))
    child.stderr.on("data", (chunk) => stderr.push(chunk))
    child.once("error", (error) => resolve({ code: null, stdout: "", stderr: error.message }))
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() })
    )
  })
