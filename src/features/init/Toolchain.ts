/**
 * What a project is built with: where its scripts are kept, and how its packages are added and run.
 */

export interface Toolchain {
  /** Files that tell it from the others. */
  readonly signs: ReadonlyArray<string>
  readonly manifest: "package.json" | "deno.json" | "deno.jsonc"
  /** The member of the manifest that holds scripts. */
  readonly scripts: "scripts" | "tasks"
  /** Adds packages for development. */
  readonly add: (packages: ReadonlyArray<string>) => string
  /** Runs a script. */
  readonly script: string
  /** Runs passhat, from a terminal and from a script. */
  readonly passhat: string
  readonly scripted: string
  /** Finds type errors in suites. */
  readonly types: string
  /** Installs in CI exactly what is locked. */
  readonly install: string
  readonly workflow: "node" | "bun" | "deno"
  /** Whether packages are installed into `node_modules`, where a workflow finds the action of passhat. */
  readonly hasNodeModules: boolean
}

const node = {
  manifest: "package.json",
  scripts: "scripts",
  scripted: "passhat",
  types: "tsc -p suites",
  workflow: "node",
  hasNodeModules: true
} as const

const npm: Toolchain = {
  ...node,
  signs: ["package-lock.json", "npm-shrinkwrap.json"],
  add: (packages) => `npm install --save-dev ${packages.join(" ")}`,
  script: "npm run",
  passhat: "npx passhat",
  install: "npm ci"
}

const toolchains: ReadonlyArray<Toolchain> = [
  {
    signs: ["bun.lock", "bun.lockb", "bunfig.toml"],
    manifest: "package.json",
    scripts: "scripts",
    add: (packages) => `bun add --dev ${packages.join(" ")}`,
    script: "bun run",
    passhat: "bunx --bun passhat",
    scripted: "bun --bun passhat",
    types: "tsc -p suites",
    install: "bun install --frozen-lockfile",
    workflow: "bun",
    hasNodeModules: true
  },
  {
    ...node,
    signs: ["pnpm-lock.yaml"],
    add: (packages) => `pnpm add --save-dev ${packages.join(" ")}`,
    script: "pnpm run",
    passhat: "pnpm exec passhat",
    install: "corepack enable && pnpm install --frozen-lockfile"
  },
  {
    ...node,
    signs: ["yarn.lock"],
    add: (packages) => `yarn add --dev ${packages.join(" ")}`,
    script: "yarn run",
    passhat: "yarn passhat",
    install: "corepack enable && yarn install --immutable",
    // Yarn keeps packages in archives, unless its settings say otherwise.
    hasNodeModules: false
  },
  npm,
  ...(["deno.json", "deno.jsonc"] as const).map((manifest): Toolchain => ({
    signs: [manifest],
    manifest,
    scripts: "tasks",
    add: (packages) => `deno add ${packages.map((name) => `npm:${name}`).join(" ")}`,
    script: "deno task",
    passhat: "deno run -A npm:passhat",
    scripted: "deno run -A npm:passhat",
    types: "deno check suites",
    install: "deno install --frozen",
    workflow: "deno",
    hasNodeModules: false
  })),
  { ...npm, signs: ["package.json"] }
]

/** The first whose sign is among the files of a project. */
export const toolchainOf = (files: ReadonlyArray<string>): Toolchain | undefined =>
  toolchains.find(({ manifest, signs }) => files.includes(manifest) && signs.some((sign) => files.includes(sign)))
