/**
 * Names a server that has no name yet by its package, its script or its host, without words that many of them share.
 */
import * as Result from "effect/Result"
import type { Reached } from "./catalogueSource.ts"

export const serverName = (reached: Reached): string => {
  const words = ("url" in reached ? hostOf(reached.url) : programOf(reached.command)).split(/[^A-Za-z0-9]+/)
  const telling = words.filter((word) => word !== "" && !common.test(word))
  return telling.join("-") || "server"
}

const common = /^(mcp|server|servers|www|api)$/i

/** `https://mcp.example.com/mcp` gives example. */
const hostOf = (url: string): string => {
  const host = Result.match(
    Result.try(() => new URL(url).hostname),
    { onSuccess: (name) => name, onFailure: () => "" }
  )
  return /^[\d.]+$|:/.test(host) ? "" : host.replace(/\.[^.]+$/, "")
}

/** Programs that start other programs. */
const launchers = /^(npx|npm|pnpm|yarn|bunx?|node|deno|tsx|uvx?|pipx|python[\d.]*|docker|podman|env|exec|run|dlx|x)$/

/** `npx -y @acme/server-weather@2 .` and `node servers/weather/main.js` give weather. */
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
