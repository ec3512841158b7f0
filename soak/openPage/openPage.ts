/**
 * A page of `passhat view` that stays open: its server holds no more after many updates than before.
 */
import { everyRuntime } from "../longLife/process.ts"
import { grown } from "../longLife/grown.ts"
import type { Measured } from "../longLife/growth.ts"
import type { Sabotage, Soak } from "../Soak.ts"
import { viewedUpdates } from "./viewedUpdates.ts"

/** How many updates on each runtime, and after how many of them the server is measured. */
const SHORT = { updates: 12, every: 2 }
const LONG = { updates: 2_000, every: 20 }

/** What one update may add, over the noise: of anything but memory, a leak adds one each time, or every other time. */
const BOUND = { short: 0.2, long: 0.01 }
/** In bytes. The short form is over while the runtimes still load and compile code. */
const MEMORY = { short: 500_000, long: 2_000 }
/** Deno itself keeps a frame of its async context for each event that a loop without an end has waited for. */
const DENO_MEMORY = { short: 500_000, long: 50_000 }

const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "fileLeftOpen",
    breaks: "files that are looked into are not closed",
    file: "src/features/view/findFiles.ts",
    find: "    closeSync(file)\n",
    put: "    void closeSync\n"
  },
  {
    name: "listenerLeft",
    breaks: "every update adds a listener for the end of the process, and does not remove it",
    file: "src/features/view/ProjectFiles.ts",
    find: "    version += 1\n",
    put: '    version += 1\n    process.on("exit", () => void version)\n'
  }
]

export const soak: Soak = {
  name: "openPage",
  promise:
    "A page of passhat view that is open through many updates, beside pages that come and go, makes its server hold no more memory, descriptors, watches, listeners, processes or temporary files.",
  trials: "updates of an open page",
  sabotages,
  run: async ({ long, say }) => {
    const { every, updates } = long ? LONG : SHORT
    const looked = await Promise.all(
      everyRuntime.map(async (runtime) => {
        const whole = `${updates} updates on ${runtime}`
        const most = (what: Measured): number =>
          (what !== "memory" ? BOUND : runtime === "deno" ? DENO_MEMORY : MEMORY)[long ? "long" : "short"]
        const found = grown({ ...(await viewedUpdates(runtime, updates, every)), whole, unit: "update", most })
        say(`${whole}: ${found.offences.length} offences`)
        return { ...found, runtime }
      })
    )
    return {
      tried: looked.reduce((sum, { done }) => sum + done, 0),
      offences: looked.flatMap(({ offences }) => offences),
      figures: Object.fromEntries(
        looked.flatMap(({ memory, runtime }) =>
          memory === undefined ? [] : [[`bytes an update on ${runtime}`, memory]]
        )
      )
    }
  }
}
