/**
 * A demo: an agent that is asked for a parcel. `suites/servers/demo.yml` replaces the parcel service.
 */
import {
  agent,
  call,
  ending,
  equals,
  exact,
  expect,
  main,
  narrative,
  runs,
  suite,
  toolSelection,
  trajectory
} from "passhat"
import { demo } from "./servers/demo.ts"

const trackParcel = demo.tools.track_parcel

const demoSuite = suite(
  "demo",
  agent("finds a parcel", {
    model: "claude-sonnet-4-5",
    servers: [demo],
    prompt: "Where is my parcel 4711, and when does it arrive?"
  }).pipe(
    runs(5),
    toolSelection(trackParcel, { minSelectionRate: 0.8, maxTotalTokens: 2_000 }),
    trajectory("superset", call(trackParcel, exact({ number: "4711" }))),
    expect("tool_results[0].is_error", equals(false)),
    expect("tool_results[0].structured.city", equals("Lyon")),
    ending(),
    narrative()
  )
)

export default demoSuite
await main(import.meta, demoSuite)
