/**
 * What to call a server that nobody has named: its package, its script or its host, without the words that all of them use.
 */
import * as Result from "effect/Result"
import type { Reached } from "./catalogueSource.ts"

export const serverName = (reached: Reached): string => {
  const words = ("url" in reached ? hostOf(reached.url) : programOf(reached.command)).split(/[^A-Za-z0-9]+/)
  const telling = words.filter((word) => word !== "" && !common.test(word))
  return telling.join("-") || "server"
}

const common = /^(mcp|server|servers|www|api)$/i

/** `https://mcp.example.com/mcp` is example. */
const hostOf = (url: string): string => {
  const host = Result.match(
    Result.try(() => new URL(url).hostname),
    { onSuccess: (name) => name, onFailure: () => "" }
  )
  return /^[\d.]+$|:/.test(host) ? "" : host.replace(/\.[^.]+$/, "")
}

/** What starts a program, and says nothing of what it is. */
const launchers = /^(npx|npm|pnpm|yarn|bunx?|node|deno|tsx|uvx?|pipx|python[\d.]*|docker|podman|env|exec|run|dlx|x)$/

/** `npx -y @acme/server-weather@2 .` is weather, and so is `node servers/weather/main.js`. */
const programOf = (command: ReadonlyArray<string>): string => {
  const word = command.find((one) => !one.startsWith("-") && !launchers.test(one)) ?? ""
  const path = word
    .replace(/^\w+:(?!\/)/, "")
    .replace(/(?<=.)@[^/]*$|:[^/\\]*$/, "")
    .replace(/\.\w+$/, "")
  const steps = path
    .split(/[/\\]/)
    .filter((step) => step !== "" && !/^(@.*|\.+|main|index|cli|app|mod|bin|dist|src|build)$/.test(step))
  return steps.at(-1) ?? ""
}
