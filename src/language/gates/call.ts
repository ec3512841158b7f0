/**
 * An expected call: a tool and the shape of its arguments, typed by the tool's own schema.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { Tool } from "../../base/domain/plan/Tool.ts"
import type { JsonSchemaMatcher } from "../dsl/matchers.ts"
import type { ArgumentShape, ExpectedCall } from "../metrics/trajectory.ts"

export interface Call<out Server extends string> extends ExpectedCall {
  readonly server: Server
}

/** What the arguments of a call must match. */
export interface Shape<in out Args> {
  readonly shape: ArgumentShape
  readonly "~args": (_: Args) => Args
}

/**
 * An expected call of a tool. Without a shape, any arguments match.
 *
 * ```ts
 * asks.pipe(trajectory("strict", call(weather.tools.get_weather, exact({ city: "Rome" }))))
 * ```
 */
export const call = <Server extends string = never, Args = unknown>(
  tool: Tool<Server, string, Args>,
  args: Shape<NoInfer<Args>> | JsonSchemaMatcher = shape("any")
): Call<Server> => {
  // A suite in JavaScript may give anything: what is no tool has no name then, and what is no shape is null, which gates refuse.
  const { name, server }: Tool<Server, string, Args> = Object(tool)
  const { op, schema, shape: given = null } = Object(args)
  return { server, name, args: op === "schema" ? { schema } : given }
}

/**
 * These arguments and no others.
 *
 * ```ts
 * asks.pipe(trajectory("strict", call(weather.tools.get_forecast, exact({ city: "Rome", days: 2 }))))
 * ```
 */
export const exact = <Args>(value: NoInfer<Args>): Shape<Args> => shape({ exact: value as Json })

/**
 * At least these arguments: objects by key, lists as multisets.
 *
 * ```ts
 * asks.pipe(trajectory("subsequence", call(weather.tools.get_forecast, subset({ city: "Rome" }))))
 * ```
 */
export const subset = <Args>(value: DeepPartial<NoInfer<Args>>): Shape<Args> => shape({ subset: value as Json })

/**
 * Another name of `subset`.
 *
 * ```ts
 * asks.pipe(trajectory("subsequence", call(weather.tools.get_forecast, includes({ days: 2 }))))
 * ```
 */
export const includes = <Args>(value: DeepPartial<NoInfer<Args>>): Shape<Args> => shape({ includes: value as Json })

/**
 * Any arguments, on purpose: for arguments that differ from run to run.
 *
 * ```ts
 * asks.pipe(trajectory("strict", call(weather.tools.get_weather, ignore())))
 * ```
 */
export const ignore = <Args>(): Shape<Args> => shape("ignore")

type DeepPartial<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<DeepPartial<Item>>
    : A extends object
      ? { readonly [K in keyof A]?: DeepPartial<A[K]> }
      : A

const shape = <Args>(one: ArgumentShape): Shape<Args> => ({ shape: one }) as Shape<Args>
