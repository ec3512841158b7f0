/**
 * Everything that passhat reads and did not write itself, or that others may have changed since: what reads a new kind of file adds a line.
 */

export interface InputFile {
  readonly name: string
  /** Where it is, from the folder of the project. */
  readonly path: string
  /** The arguments of `passhat` that read it. */
  readonly args: ReadonlyArray<string>
  /** The module of `src` that reads it. */
  readonly file: string
}

const SUITE = "suites/hostile.ts"
const CASSETTE = "cassettes/hostile/asks/claude-sonnet-4-5.jsonl"

export const inputFiles: ReadonlyArray<InputFile> = [
  { name: "cassette", path: CASSETTE, args: ["run", SUITE], file: "src/engine/cassette/ByteSource.ts" },
  { name: "cassette, shown", path: CASSETTE, args: ["show", CASSETTE], file: "src/engine/cassette/ByteSource.ts" },
  {
    name: "tape",
    path: "cassettes/hostile/drives/own.jsonl",
    args: ["run", SUITE, "--live-agent"],
    file: "src/engine/cassette/ByteSource.ts"
  },
  {
    name: "journal",
    path: `${CASSETTE}.journal`,
    args: ["run", SUITE, "--record=missing"],
    file: "src/engine/cassette/readText.ts"
  },
  {
    name: "lock",
    path: `${CASSETTE}.lock`,
    args: ["run", SUITE, "--record=missing"],
    file: "src/engine/layers/record/lock.ts"
  },
  { name: "report", path: "report.json", args: ["report", "report.json"], file: "src/app/reports/readReport.ts" },
  {
    name: "shard",
    path: "first.json",
    args: ["merge", "first.json", "second.json"],
    file: "src/app/reports/readReport.ts"
  },
  {
    name: "tools",
    path: "tools.yaml",
    args: ["mock", "--tools-from", "tools.yaml"],
    file: "src/features/mock/ToolsFile.ts"
  },
  ...["csv", "jsonl", "json"].map((extension) => ({
    name: `rows, ${extension}`,
    path: `cases/hostile.${extension}`,
    args: ["run", `suites/rows-${extension}.ts`],
    file: "src/features/rows/readRows.ts"
  })),
  { name: "environment", path: ".env", args: ["run", SUITE], file: "src/app/kit/environment.ts" },
  { name: "manifest", path: "package.json", args: ["init"], file: "src/features/init/TargetProject.ts" },
  { name: "manifest of a suite", path: "package.json", args: ["run", SUITE], file: "src/app/kit/project.ts" },
  {
    name: "compiler settings of a suite",
    path: "tsconfig.json",
    args: ["run", SUITE],
    file: "src/app/suites/loadSuites.ts"
  },
  { name: "suite", path: SUITE, args: ["run", SUITE], file: "src/app/suites/loadSuites.ts" },
  { name: "server of a suite", path: "suites/server.ts", args: ["check", SUITE], file: "src/app/suites/loadSuites.ts" },
  {
    name: "source map",
    path: "suites/compiled.js.map",
    args: ["run", "suites/compiled.js"],
    file: "src/app/suites/gateLocations.ts"
  },
  {
    name: "last report",
    path: "cache/last-report.json",
    args: ["run", SUITE, "--failed"],
    file: "src/app/select/LastReport.ts"
  },
  {
    name: "month of a history",
    path: "history/2026-11.jsonl",
    args: ["history", "--history", "history"],
    file: "src/features/history/readHistory.ts"
  },
  {
    name: "cells of a history",
    path: "history/cells.jsonl",
    args: ["history", "--history", "history"],
    file: "src/features/history/readHistory.ts"
  },
  {
    name: "labels",
    path: "labels.jsonl",
    args: ["calibrate", "--labels", "labels.jsonl"],
    file: "src/features/labels/labels.ts"
  }
]

/** Read by commands that go on until they are told to stop, or that need a database: tried in process. */
export const followedFiles: ReadonlyArray<Omit<InputFile, "args">> = [
  { name: "progress", path: `${CASSETTE}.progress`, file: "src/features/view/live.ts" },
  { name: "journal, followed", path: `${CASSETTE}.journal`, file: "src/features/view/journalTail.ts" },
  { name: "run in a spool", path: "cache/spool/<queue>/<run>.json", file: "src/features/queue/store/spool.ts" }
]
