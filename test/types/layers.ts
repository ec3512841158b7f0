/**
 * What main, run and layers take and refuse. `npm test` type-checks this file: a refused line that compiles is an error.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  agent,
  assertSuite,
  before,
  driver,
  equals,
  expect,
  main,
  run,
  runs,
  type Suite,
  suite,
  testSuite
} from "passhat"
import { interpret, Layers, Services } from "passhat/effect"

class Prices extends Context.Service<Prices, { readonly of: (item: string) => number }>()("acme/Prices") {}
class Outbox extends Context.Service<Outbox, { readonly empty: Effect.Effect<void> }>()("acme/Outbox") {}

const priced = driver("priced", "1", () => Effect.map(Prices, (prices) => `It is ${prices.of("tea")}.`))
const asks = agent("asks", { driver: priced, servers: [], prompt: "?" }).pipe(
  runs(2),
  expect("stop_reason", equals("end_turn"))
)
const shop: Suite<Prices> = suite("shop", asks)
const both = suite("both", asks.pipe(before(Effect.flatMap(Outbox, ({ empty }) => empty))))
const plain: Suite = suite(
  "plain",
  agent("async", { driver: driver("a", "1", async () => "x"), servers: [], prompt: "?" })
)
const prices = Layer.succeed(Prices, { of: () => 3 })
const outbox = Layer.succeed(Outbox, { empty: Effect.void })

// Fine.
export const fine = [
  () => main(import.meta, plain),
  () => main(import.meta, shop, { layers: prices }),
  () => main(import.meta, shop, { layers: (mode) => (mode === "replay" ? prices : Layer.merge(prices, Layers.live)) }),
  () => run(both, { layers: Layer.merge(prices, outbox), mode: "record", record: "missing" }),
  () => assertSuite(shop, { layers: prices }),
  () => interpret(shop, { layers: prices }),
  // A layer may wrap what passhat would use, and a driver may ask for it.
  () =>
    run(plain, {
      layers: Layer.effect(
        Services.Model,
        Effect.map(Services.Model, (model) => model)
      )
    }),
  () =>
    run(
      suite(
        "own",
        agent("a", { driver: driver("m", "1", () => Effect.as(Services.Model, "x")), servers: [], prompt: "?" })
      )
    )
]

// A driver or a hook that needs a service no layer provides.
// @ts-expect-error main without the layer
export const l1 = () => main(import.meta, shop)
// @ts-expect-error run without the layer
export const l2 = () => run(shop)
// @ts-expect-error the layer of another service
export const l3 = () => run(shop, { layers: outbox })
// @ts-expect-error one of two layers
export const l4 = () => main(import.meta, both, { layers: prices })
// @ts-expect-error assertSuite without the layer
export const l5 = () => assertSuite(shop)
// @ts-expect-error testSuite without the layer
export const l6 = () => testSuite(shop, () => undefined)
// @ts-expect-error interpret without the layer
export const l7 = () => interpret(shop)
// @ts-expect-error a suite that needs a service is not one that needs none
export const l8: Suite = shop
const lacking = Layer.effect(
  Prices,
  Effect.map(Outbox, () => ({ of: () => 3 }))
)
// @ts-expect-error a layer that needs what neither passhat nor the suite has
export const l9 = () => run(plain, { layers: lacking })
// @ts-expect-error a mode that there is none of
export const l10 = () => run(plain, { mode: "offline" })
// @ts-expect-error a model that fails with something else than Infrastructure
export const l11 = Layer.succeed(Services.Model, { ask: () => Effect.fail("no") })
