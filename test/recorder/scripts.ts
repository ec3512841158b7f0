/**
 * What the scripted model does in each run of the shipped suites.
 */
import type { Script, ScriptedCall, ScriptedTurn, Scripts } from "../../src/engine/layers/scripted/model.ts"

/** The usual way: look at today, look at tomorrow, answer. Some runs look at both at once. */
export const weatherScripts: Scripts = (_, run) => (run === 2 || run === 5 ? together : oneByOne)

/** Run 1 is fine; 2 misspells the city, 3 never looks, 4 asks the same thing over and over, 5 picks the other tool. */
export const redScripts: Scripts = (_, run) => [oneByOne, misspelt, guess, loop, otherTool][run - 1] ?? oneByOne

/** The forecast does not answer, so it looks at tomorrow's weather instead. */
export const recoveryScripts: Scripts = () => ({
  turns: [
    turn("The forecast knows best, so I will ask it first.", 390, 44, forecast(1)),
    turn("It does not answer. I will look at tomorrow's weather instead.", 470, 52, look("tomorrow")),
    turn("It will be 19 degrees and clear in Sacramento tomorrow.", 560, 32)
  ]
})

/** It asks both tools, and both once more, whatever the first answers were: one of them always works. */
export const chaosScripts: Scripts = () => ({
  turns: [
    turn("I will look at the weather and at the forecast.", 380, 70, look("tomorrow"), forecast(1)),
    turn("Let me make sure, and ask both once more.", 520, 70, look("tomorrow"), forecast(1)),
    turn("As far as I can tell, tomorrow is a good day for a picnic.", 640, 30)
  ]
})

/** It files the issue, closes it, and says so. */
export const issuesScripts: Scripts = () => ({
  turns: [
    turn("I will file the issue first.", 410, 60, {
      server: "issues",
      name: "create_issue",
      args: { title: "CI is flaky" }
    }),
    turn("Now I will close it again.", 500, 40, { server: "issues", name: "close_issue", args: { id: 1 } }),
    turn("I created the issue and closed it: close_issue says that it is closed.", 560, 40)
  ]
})

/** The refund is accepted, so it says that it was issued. It never looks. */
export const invoiceScripts: Scripts = () => ({
  turns: [
    turn("I will issue the refund.", 400, 50, {
      server: "invoices",
      name: "issue_refund",
      args: { id: 42, amount: 80 }
    }),
    turn("Done: I issued the refund of 80 for invoice 42.", 470, 30)
  ]
})

/** It looks the parcel up and says what it found, in other words every other time. */
export const demoScripts: Scripts = (_, run) => ({
  turns: [
    turn(run % 2 === 1 ? "I will look up where the parcel is." : "Let me track parcel 4711.", 420, 48, {
      server: "demo",
      name: "track_parcel",
      args: { number: "4711" }
    }),
    turn("I tracked your parcel 4711: it is in Lyon and arrives on Friday.", 510, 36)
  ]
})

const forecast = (days: number): ScriptedCall => ({
  server: "weather",
  name: "get_forecast",
  args: { city: "Sacramento", days }
})

const look = (day: "today" | "tomorrow", city = "Sacramento"): ScriptedCall => ({
  server: "weather",
  name: "get_weather",
  args: { city, day }
})

const turn = (text: string, input: number, output: number, ...calls: ReadonlyArray<ScriptedCall>): ScriptedTurn => ({
  text,
  calls,
  usage: { input, output }
})

const first = "Let me look at the weather in Sacramento today, before I look at tomorrow."
const answer = "It is 21 degrees and clear in Sacramento now, and it will be 19 tomorrow."

const oneByOne: Script = {
  turns: [
    turn(first, 380, 58, look("today")),
    turn("It is clear there. Now I will look at what tomorrow brings in Sacramento.", 486, 62, look("tomorrow")),
    turn(answer, 602, 44)
  ]
}

const together: Script = {
  turns: [
    turn(
      "I will look at the weather in Sacramento, both today and tomorrow.",
      380,
      96,
      look("today"),
      look("tomorrow")
    ),
    turn(answer, 604, 44)
  ]
}

const misspelt: Script = {
  turns: [
    turn("Let me look at the weather in Sacremento today.", 380, 58, look("today", "Sacremento")),
    turn("That did not work. I will look at Sacramento instead.", 470, 61, look("today")),
    turn(answer, 590, 44)
  ]
}

const guess: Script = {
  turns: [turn("It is usually mild in Sacramento at this time of the year, and will be tomorrow.", 380, 41)]
}

const loop: Script = {
  turns: [
    ...Array.from({ length: 5 }, (_, at) => turn(first, 380 + at * 106, 58, look("today"))),
    turn(answer, 940, 44)
  ]
}

const otherTool: Script = {
  turns: [
    turn("I will look at the forecast for Sacramento for the next two days.", 380, 60, forecast(2)),
    turn(answer, 492, 44)
  ]
}
