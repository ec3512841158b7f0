/**
 * Names in source for whatever servers, tools and definitions are called.
 */
import * as Result from "effect/Result"
import type { Reached } from "./catalogueSource.ts"

/** `git-log entry` becomes GitLogEntry; a text without letters and digits becomes "". */
export const pascalCase = (text: string): string => {
  const name = wordsOf(text)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("")
  return /^\d/.test(name) ? `_${name}` : name
}

/** The constant that a server of this name is exported as. */
export const identifier = (name: string): string => {
  const pascal = pascalCase(name)
  const camel = `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`
  if (camel === "") return "mcpServer"
  return reserved.has(camel) ? `${camel}Server` : camel
}

/** Names of types that a catalogue uses otherwise. */
export const usedNames = ["Json", "ReadonlyArray"]

const wordsOf = (text: string): ReadonlyArray<string> => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "")

/** Words that cannot name a constant of a module, and the names that the catalogue imports. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return server static super switch this throw tool true try typeof undefined var void while with yield"
  ).split(" ")
)

/** Names a server that has no name yet by its package, its script or its host, without words that many of them share. */
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
