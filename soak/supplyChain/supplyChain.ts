/**
 * What is installed with passhat: no install scripts, few packages, none with a known hole, and the same tarball everywhere.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../../bench/runtimes.ts"
import { pack } from "../../test/package/tarball.ts"
import { builtCopy } from "../checkoutCopy.ts"
import type { Soak } from "../Soak.ts"

/** The first versions without a known hole: CVE-2025-66414, CVE-2026-0621, CVE-2026-25536, CVE-2026-111770. */
const mended: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/sdk": "1.26.0",
  "@modelcontextprotocol/client": "2.2.1",
  "@modelcontextprotocol/server": "2.2.1",
  "@modelcontextprotocol/core": "2.2.1"
}

/** Packages that are installed with passhat, beside effect and what the MCP SDK brings along. */
const MOST_PACKAGES = 2

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare"]

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

export const soak: Soak = {
  name: "supplyChain",
  promise:
    "Installing passhat runs no script, brings few packages and none with a known hole, and the tarball has the same bytes wherever it is built.",
  trials: "packages and tarballs",
  sabotages: [
    {
      name: "installScript",
      breaks: "the package runs a script when it is installed",
      file: "package.json",
      find: '"dependencies": "bun run build.ts"',
      put: '"postinstall": "node dist/doors/passhat.js"'
    },
    {
      name: "timestamp",
      breaks: "the bundle holds the time at which it was built",
      file: "build.ts",
      find: "const SHEBANG = ",
      put: "const SHEBANG = performance.timeOrigin + "
    }
  ],
  run: async () => {
    const packages = Object.entries(read<{ packages: Record<string, Locked> }>("package-lock.json").packages)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ""), ...locked }))
    const own = read<{ scripts: Record<string, string>; dependencies: Record<string, string> }>("package.json")
    const brought = new Set(broughtBy("@modelcontextprotocol/client", packages))
    const ours = packages.filter(({ name }) => !brought.has(name) && name !== "effect")
    return {
      tried: packages.length + 2,
      figures: { "packages in the production tree": packages.length },
      offences: [
        ...packages.flatMap(offencesOf),
        ...INSTALL_SCRIPTS.filter((name) => name in own.scripts).map((name) => `package.json has the script ${name}.`),
        ...Object.entries(own.dependencies)
          .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
          .map(([name, version]) => `package.json takes ${name} ${version}, and not an exact version.`),
        ...(ours.length > MOST_PACKAGES
          ? [
              `Beside effect and the MCP SDK there are ${ours.length} packages: ${ours.map(({ name }) => name).join(", ")}.`
            ]
          : []),
        ...sameTarball()
      ]
    }
  }
}

const offencesOf = ({
  hasInstallScript,
  integrity,
  name,
  resolved,
  version = ""
}: Locked & { readonly name: string }) => [
  ...(hasInstallScript === true ? [`${name} runs a script when it is installed.`] : []),
  ...(integrity?.startsWith("sha512-") === true ? [] : [`package-lock.json has no sha512 of ${name}.`]),
  // Without an address the package comes from the registry that the user has chosen.
  ...(resolved === undefined ? [] : [`package-lock.json says where ${name} comes from: ${resolved}.`]),
  ...(isOlder(version, mended[name] ?? version)
    ? [`${name} ${version} has a known hole; ${mended[name]} has not.`]
    : [])
]

const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return at !== -1 && (a?.[at] ?? 0) < (b?.[at] ?? 0)
}

/** The names of a package and of everything that it depends on. */
const broughtBy = (
  name: string,
  packages: ReadonlyArray<Locked & { readonly name: string }>,
  seen: ReadonlyArray<string> = []
): ReadonlyArray<string> =>
  seen.includes(name)
    ? seen
    : Object.keys(packages.find((one) => one.name === name)?.dependencies ?? {}).reduce(
        (known, next) => broughtBy(next, packages, known),
        [...seen, name] as ReadonlyArray<string>
      )

/** Built here, and in another folder. */
const sameTarball = (): ReadonlyArray<string> => {
  using copy = builtCopy()
  const [first, second] = [root, copy.folder].map((folder) => {
    const into = mkdtempSync(join(tmpdir(), "passhat-tarball-"))
    const bytes = readFileSync(pack(into, folder))
    rmSync(into, { recursive: true })
    return bytes
  })
  return first !== undefined && second !== undefined && first.equals(second)
    ? []
    : ["The package has other bytes if it is built in another folder."]
}

const read = <A>(file: string): A => JSON.parse(readFileSync(join(root, file), "utf8")) as A
