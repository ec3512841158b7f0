/**
 * Arguments and flags that several commands have.
 */
import type { Arguments, Flags } from "../Flag.ts"
import { runFlags } from "../runFlags.ts"

export const files = {
  files: {
    variadic: true,
    path: "either",
    description: "Suite files, folders or globs (default: suites/**/*.{ts,mts})"
  }
} as const satisfies Arguments

/** The server that is asked for its tools. */
export const serverFlags = {
  server: {
    kind: "string",
    metavar: "command",
    description: "The command that starts the server, which speaks MCP over stdio; no shell is involved"
  },
  url: {
    kind: "string",
    metavar: "url",
    description: "The address of a server that speaks MCP over streamable HTTP"
  },
  name: {
    kind: "string",
    metavar: "name",
    description: "What suites call the server (default: a name like that of its package or host)"
  },
  header: {
    kind: "string",
    metavar: "name=variable",
    repeatable: true,
    description: 'With --url, a header whose value a variable of the environment has: "Authorization=Bearer MY_TOKEN"'
  },
  env: {
    kind: "string",
    metavar: "variable",
    repeatable: true,
    description: "With --server, a variable of the environment that its process needs"
  }
} as const satisfies Flags

const { color, quiet, reporter, verbose } = runFlags

export const reportFlags = { reporter, color, quiet, verbose } as const
