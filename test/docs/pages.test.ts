/**
 * The parts of the pages besides their examples: targets, defaults, names, links, and the README's red lines.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import * as passhat from "passhat"
import * as metrics from "passhat/metrics"
import { phrase } from "../../src/base/domain/matching/matchers.ts"
import { fullTarget } from "../../src/base/domain/verdict/Metric.ts"
import type { GateNode } from "../../src/language/dsl/gate.ts"
import { weather } from "../../suites/servers/weather.ts"
import { commands } from "../program.ts"
import { blocksOf, pages, read, root } from "./blocks.ts"

const { get_forecast, get_weather } = weather.tools

/** Gates that were not told what to expect, by page. */
const gates = {
  "tool-selection": [passhat.toolSelection(get_weather, { minSelectionRate: 0.8 })],
  stability: [passhat.stability()],
  trajectory: [passhat.trajectory("strict")],
  "trajectory-axes": [passhat.trajectoryAxes({ order: [{ first: get_weather, second: get_forecast }] })],
  "golden-path": [passhat.goldenPath([get_weather])],
  reliability: [passhat.reliability()],
  "no-regression": [passhat.noRegression({ baseline: "baselines/main.json" })],
  "pass-rate": [passhat.passRate({ atLeast: 0.9 }), passhat.passRate({ atLeast: 0.9, stopEarly: true })],
  narrative: [passhat.narrative()],
  never: [passhat.never(get_weather)],
  ending: [passhat.ending()],
  orchestration: [passhat.orchestration()],
  latency: [passhat.latency({ p95: "8 seconds" })],
  recovery: [passhat.recovery({ from: passhat.fault("hung", get_weather, passhat.hang), maxDetection: "3 seconds" })],
  session: [passhat.agentReliability(), passhat.agentConsistency()],
  said: [passhat.said(passhat.contains("degrees"))],
  judged: [passhat.judged("Is the tone friendly?", { model: "claude-haiku-4-5" })]
}

const inGates = pages.filter((page) => dirname(page) === join("docs", "gates"))

describe("tables", () => {
  test.each(Object.entries(gates))("%s lists every target with its unit and its default", (page, its) => {
    for (const { definition, expect } of its.flatMap((one): ReadonlyArray<GateNode> => one.nodes)) {
      for (const [target, unit] of Object.entries(definition.targets)) {
        const name = fullTarget(definition, target)
        const [, itsUnit, itsDefault] = rowOf(page, name)
        assert.equal(itsUnit, unit, name)
        // The floor of toolSelection and the matcher of said are the suite's own words, not a default.
        if (isDeepStrictEqual(expect, definition.expect)) {
          assert.equal(itsDefault, expect[target] ? phrase(expect[target]) : "", name)
        }
      }
    }
  })

  test("every page with a table of targets is compared, but that of expect, whose targets are the paths of a trace", () => {
    const withTargets = inGates.filter((page) => /^\| target /m.test(read(page))).map((page) => basename(page, ".md"))
    assert.deepEqual(withTargets.filter((page) => page !== "expect").toSorted(), Object.keys(gates).toSorted())
  })

  /** The cells of the row that a target has in a table of its page. */
  const rowOf = (page: string, target: string): ReadonlyArray<string> => {
    const row = read(`docs/gates/${page}.md`)
      .split("\n")
      .find((line) => line.startsWith(`| \`${target}\` `))
    return (row ?? "")
      .split("|")
      .slice(1)
      .map((cell) => cell.trim())
  }
})

describe("names and links", () => {
  test("every gate, matcher and metric is on a page", () => {
    const text = pages.map(read).join("\n")
    const doors = read("src/index.ts").matchAll(
      /^export \{([^}]+)\} from "\.\/language\/(?:gates\/|dsl\/(?:gate|matchers)\.ts)/gm
    )
    const names = Array.from(doors, ([, list = ""]) => list.split(","))
      .flat()
      .map((name) => name.trim())
      .filter((name) => !name.startsWith("type "))
    assert.ok(names.includes("stability") && names.includes("anyOf"))
    assert.deepEqual(
      [...names, ...Object.keys(metrics)].filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
      []
    )
  })

  test.each(pages)("%s: every link leads to a file, and to a heading of it", (page) => {
    const links = Array.from(
      read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g),
      ([, file = "", heading]) => ({
        file: file === "" ? page : join(dirname(page), file),
        heading
      })
    )
    assert.deepEqual(
      links.filter(
        ({ file, heading }) =>
          !existsSync(join(root, file)) || (heading !== undefined && !headingsOf(file).includes(heading))
      ),
      []
    )
  })

  /** As links spell them. */
  const headingsOf = (page: string): ReadonlyArray<string> =>
    Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-")
    )

  test.each(["docs/README.md", "docs/gates/README.md"])("%s links to every page of its folder", (index) => {
    const text = read(index)
    const others = pages.filter((page) => dirname(page) === dirname(index) && page !== index)
    assert.deepEqual(
      others.filter((page) => !text.includes(`(${basename(page)})`)),
      []
    )
  })
})

describe("README.md", () => {
  test("has red lines that suites/red.ts prints", () => occurs("FAIL  wanders off", "test/app/red.txt"))
  test("has a message that the compiler prints", () => occurs("Property", "test/types/messages.txt"))

  test("links to every page of a gate", () => {
    const text = read("README.md")
    assert.deepEqual(
      inGates.filter((page) => basename(page) !== "README.md" && !text.includes(`(${page})`)),
      []
    )
  })

  test("has a row for every command", () => {
    const rows = Array.from(read("README.md").matchAll(/^\| `passhat ([\w-]+)` /gm), ([, name]) => name)
    assert.deepEqual(rows.toSorted(), Object.keys(commands).toSorted())
  })

  /** Every line of the block that starts like this occurs in the file. */
  const occurs = (start: string, file: string): void => {
    const block = blocksOf("README.md").find(({ text }) => text.trimStart().startsWith(start))
    assert.ok(block !== undefined, `no block starts with ${start}`)
    const printed = new Set(lines(read(file)))
    assert.deepEqual(
      lines(block.text).filter((line) => !printed.has(line)),
      []
    )
  }

  const lines = (text: string): ReadonlyArray<string> =>
    text
      .trim()
      .split("\n")
      .map((line) => line.trim())
})
