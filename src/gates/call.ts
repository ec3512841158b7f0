/**
 * An expected call: a tool and the shape of its arguments, typed by the tool's own schema.
 */
import type { Json } from "../domain/Json.ts"
import type { Tool } from "../domain/Tool.ts"
import type { JsonSchemaMatcher } from "../dsl/matchers.ts"
import type { ArgumentShape, ExpectedCall } from "../metrics/trajectory.ts"

export interface Call<out Server extends string> extends ExpectedCall {
  readonly server: Server
}

/** What the arguments of a call have to look like. */
export interface Shape<in out Args> {
  readonly shape: ArgumentShape
  readonly "~args": (_: Args) => Args
}

/** Any arguments will do unless a shape is given. */
export const call = <Server extends string = never, Args = unknown>(
  tool: Tool<Server, string, Args>,
  args: Shape<NoInfer<Args>> | JsonSchemaMatcher = shape("any")
): Call<Server> => ({
  server: tool.server,
  name: tool.name,
  args: "op" in args ? { schema: args.schema } : args.shape
})

/** These arguments and no others. */
export const exact = <Args>(value: NoInfer<Args>): Shape<Args> => shape({ exact: value as Json })

/** At least these arguments: objects by key, lists as multisets, others may stand beside them. */
export const subset = <Args>(value: DeepPartial<NoInfer<Args>>): Shape<Args> => shape({ subset: value as Json })

/** The other name of `subset`. */
export const includes = <Args>(value: DeepPartial<NoInfer<Args>>): Shape<Args> => shape({ includes: value as Json })

/** Not looked at, on purpose: arguments too noisy to say anything about. */
export const ignore = <Args>(): Shape<Args> => shape("ignore")

type DeepPartial<A> =
  A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<DeepPartial<Item>>
    : A extends object
      ? { readonly [K in keyof A]?: DeepPartial<A[K]> }
      : A

const shape = <Args>(one: ArgumentShape): Shape<Args> => ({ shape: one }) as Shape<Args>
