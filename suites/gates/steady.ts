/**
 * A gate library is a value: what its members need of an agent is inferred, and held to wherever it is used.
 */
import { all, atLeast, atMost, equals, expect, stability } from "passhat"

/** No run degrades, and the runs do not swing. */
export const steady = all(
  stability({ score: atLeast(0.7), weakest_score: atLeast(0.5), variance: atMost(0.05) }),
  expect("stop_reason", equals("end_turn"))
)
