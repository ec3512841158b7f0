/**
 * A user's project in a temporary folder, with passhat installed as a user would: packed, and installed from the file.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { MANIFEST } from "./manifest.ts"
import { root } from "./runtimes.ts"
import type { Workload } from "./workload/write.ts"

/** Where passhat comes from. The checkout is for trying a change without packing it. */
export type Source = "packed package" | "checkout"

export const makeProject = async (folder: string, source: Source): Promise<string> => {
  const project = join(folder, "project")
  mkdirSync(project)
  for (const part of ["suites", "cassettes"]) cpSync(join(root, part), join(project, part), { recursive: true })
  writeFileSync(join(project, "package.json"), MANIFEST)
  run(root, "npm", "run", "build")
  if (source === "checkout") linkCheckout(project)
  else installPacked(folder, project)
  // Loaded once there is a build: the shipped suites, which these import from, find passhat in dist.
  const { writeWeatherForms } = await import("./workload/weather/write.ts")
  writeWeatherForms(project)
  return project
}

/** A project of so many recorded runs, with the passhat of the first one. */
export const projectOf = ({ count, folder }: Workload, installed: string): string => {
  const suites = join(folder, "suites")
  if (!existsSync(suites)) {
    mkdirSync(suites)
    const suite = readFileSync(join(import.meta.dirname, "workload/refunds.ts"), "utf8")
    writeFileSync(join(suites, "refunds.ts"), suite.replace("runs(1)", `runs(${count})`))
    writeFileSync(join(folder, "package.json"), MANIFEST)
    symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"))
  }
  return folder
}

const linkCheckout = (project: string): void => {
  mkdirSync(join(project, "node_modules"))
  symlinkSync(root, join(project, "node_modules/passhat"))
}

const installPacked = (folder: string, project: string): void => {
  run(root, "npm", "pack", "--pack-destination", folder)
  const packed = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? ""
  run(project, "npm", "install", "--no-audit", "--no-fund", join(folder, packed))
}

const run = (cwd: string, program: string, ...args: ReadonlyArray<string>): void => {
  const { status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: "utf8" })
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`)
}
