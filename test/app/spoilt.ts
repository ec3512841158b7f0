/**
 * The recording of the weather suite, and the ways in which a user can damage it.
 */

export const weather = "suites/weather.ts"
export const cassette = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"

const lines = (change: (lines: Array<string>) => ReadonlyArray<string>) => (text: string) =>
  change(text.split("\n")).join("\n")
/** What can be wrong with it, or unusual about it. */
export const spoilt: Readonly<Record<string, (text: string) => string>> = {
  "an empty cassette": () => "",
  "a torn run": (text) => text.slice(0, -40),
  "a last line that does not end": (text) => text.slice(0, -1),
  "an empty line": lines((all) => [...all.slice(0, 3), "", ...all.slice(3)]),
  "an empty line at the end": (text) => `${text}\n`,
  "lines that end as on Windows": (text) => text.replaceAll("\n", "\r\n"),
  "a run that is missing": lines((all) => all.toSpliced(2, 1)),
  "a run that is there twice": lines((all) => all.toSpliced(2, 0, all[2]!)),
  "a run in place of another": lines((all) => all.toSpliced(2, 1, all[3]!)),
  "a run that no cell uses": lines((all) => all.toSpliced(6, 0, all[5]!.replace('"index":5', '"index":6'))),
  "a run without a number": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":0'))),
  "runs in another order": lines((all) => [all[0]!, ...all.slice(1, -1).toReversed(), ""]),
  "a key that is there twice": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":1,"index":1'))),
  "an unknown key": lines((all) => all.with(1, all[1]!.replace('"index":1', '"index":1,"mood":"good"'))),
  "a number with lost digits": lines((all) => all.with(1, all[1]!.replace(/"input":\d+/, '"input":9007199254740993'))),
  "another order of keys": lines((all) =>
    all.map((line) =>
      line === "" ? line : JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).toReversed()))
    )
  ),
  "a call of another city": (text) => text.replace('"city":"Sacramento"', '"city":"Salem"'),
  "a header of another fingerprint": (text) => text.replace(/"sha256":"./, '"sha256":"!'),
  "a header of other parts": (text) => text.replace('"max_turns":10', '"max_turns":11'),
  "a header of another agent": (text) => text.replace('"agent":"asks', '"agent":"demands'),
  "a header of another format": (text) => text.replace("passhat-cassette", "passhat-tape"),
  "a header of a later version": (text) => text.replace('"version":3', '"version":4'),
  "a header that lacks something": (text) => text.replace('"recorded_at"', '"written_at"'),
  "a header with a server that has no name": (text) => text.replace('"servers":[{"name"', '"servers":[{"title"'),
  "a header with a key twice": (text) => text.replace('{"', '{"suite":"weather","')
}
