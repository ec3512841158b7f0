/**
 * What a user's disk pays for passhat: `npm run bench:install` packs the package, installs the tarball for production into
 * an empty folder, and prints sizes and counts beside what they should not exceed.
 */
import { execFileSync } from "node:child_process"
import { lstatSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import manifest from "../package.json" with { type: "json" }

const MEGABYTE = 1_000_000
const limits = { tarball: 1, install: 100, packages: 25 }

const npm = (cwd: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })

/** Bytes in files, links not followed. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => lstatSync(join(folder, file)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0)

const row = (what: string, value: number, limit: number, unit: string): boolean => {
  const shown = Number.isInteger(value) ? `${value}` : value.toFixed(2)
  console.log(`${what.padEnd(18)} ${`${shown}${unit}`.padStart(9)}   at most ${limit}${unit}`)
  return value <= limit
}

const folder = mkdtempSync(join(tmpdir(), "passhat-install-"))
npm(join(import.meta.dirname, ".."), "pack", "--ignore-scripts", "--pack-destination", folder)
const tarball = join(folder, `${manifest.name}-${manifest.version}.tgz`)
writeFileSync(join(folder, "package.json"), "{}")
npm(folder, "install", "--omit=dev", "--no-audit", "--no-fund", tarball)
const packages = npm(folder, "ls", "--all", "--parseable").trim().split("\n").length - 1
const fine = [
  row("tarball", statSync(tarball).size / MEGABYTE, limits.tarball, " MB"),
  row("production install", bytesIn(join(folder, "node_modules")) / MEGABYTE, limits.install, " MB"),
  row("packages", packages, limits.packages, "")
]
rmSync(folder, { recursive: true })
process.exitCode = fine.every(Boolean) ? 0 : 1
