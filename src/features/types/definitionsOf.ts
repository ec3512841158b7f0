/**
 * The parts of schemas that others refer to: each becomes a type of the catalogue, under a name of its own.
 */
import type { Json } from "../../base/domain/Json.ts"
import type { OfferedTool } from "../../base/domain/plan/Tool.ts"
import { canonicalJson } from "../../base/std/canonicalJson.ts"
import { stepsOf } from "../../base/std/jsonPointer.ts"
import { pascalCase } from "./names.ts"
import { MOST_READ, type ReadingWork, boundless, follow } from "./pointer.ts"
import { type Shape, partsOf } from "./Shape.ts"
import { shapeOf } from "./shapeOf.ts"

export interface TypeDefinition {
  readonly name: string
  readonly shape: Shape
  /** Finds what its own references refer to. */
  readonly find: Find
}

export type Find = (pointer: string) => TypeDefinition | undefined

export interface Definitions {
  /** A definition comes after those that it needs, unless they need each other. */
  readonly all: ReadonlyArray<TypeDefinition>
  readonly of: (tool: OfferedTool) => Find
}

/** Whether the types of a tool can be written by a bounded amount of work. */
export const isReadable = (tool: OfferedTool): boolean => {
  const work = { left: MOST_READ }
  definitionsOf([tool], [], work)
  return work.left >= 0
}

/** Tools that define the same thing under the same name share it. */
export const definitionsOf = (
  tools: ReadonlyArray<OfferedTool>,
  taken: ReadonlyArray<string>,
  work: ReadingWork = boundless
): Definitions => {
  const names = new Set(taken)
  const known = new Map<string, TypeDefinition>()
  const finds = new Map(
    tools.map(({ input_schema, name }) => {
      const parts = partsReferredTo(input_schema, work)
      const own = new Map<string, TypeDefinition>()
      const find: Find = (pointer) => own.get(pointer)
      for (const part of inOrder(parts)) {
        if (work.left < 0) break
        const needed = reachable(parts, part.pointer)
        const wanted = nameOf(part.pointer) || `${pascalCase(name)}Arguments`
        const identity = canonicalJson([
          wanted,
          [part.pointer, ...[...needed].toSorted()].map((at) => parts.get(at)!.schema)
        ])
        work.left -= Math.ceil(identity.length / 100)
        const definition: TypeDefinition = known.get(identity) ?? {
          name: unused(names, [wanted, `${pascalCase(name)}${wanted}`]),
          shape: part.shape,
          find
        }
        names.add(definition.name)
        known.set(identity, definition)
        own.set(part.pointer, definition)
      }
      return [name, find] as const
    })
  )
  return { all: [...known.values()], of: ({ name }) => finds.get(name) ?? (() => undefined) }
}

interface Part {
  readonly pointer: string
  readonly schema: Json
  readonly shape: Shape
}

/** By pointer, everything that the root refers to, directly or through others. */
const partsReferredTo = (root: Json, work: ReadingWork): ReadonlyMap<string, Part> => {
  const parts = new Map<string, Part>()
  const visit = (shape: Shape): void => {
    for (const pointer of referencesIn(shape)) {
      const target = parts.has(pointer) ? undefined : follow(root, pointer)
      if (target === undefined) continue
      const part = { ...target, shape: shapeOf(target.schema, root, 1, work) }
      parts.set(pointer, part)
      visit(part.shape)
    }
  }
  visit(shapeOf(root, root, 0, work))
  return parts
}

const referencesIn = (shape: Shape): ReadonlyArray<string> =>
  shape.kind === "reference" ? [shape.pointer] : partsOf(shape).flatMap(referencesIn)

/** Every pointer that can be reached from one; the one itself only if it contains itself. */
const reachable = (parts: ReadonlyMap<string, Part>, from: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (pointer: string): void => {
    for (const next of referencesIn(parts.get(pointer)!.shape)) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  visit(from)
  return seen
}

const inOrder = (parts: ReadonlyMap<string, Part>): ReadonlyArray<Part> => {
  const placed = new Set<Part>()
  const begun = new Set<string>()
  const place = (pointer: string): void => {
    const part = parts.get(pointer)
    if (part === undefined || begun.has(pointer)) return
    begun.add(pointer)
    referencesIn(part.shape).forEach(place)
    placed.add(part)
  }
  ;[...parts.keys()].toSorted().forEach(place)
  return [...placed]
}

/** `#/$defs/Node` gives Node, `#/properties/filter/items` gives Filter: keywords of JSON Schema are left out. */
const nameOf = (pointer: string): string =>
  pascalCase(
    (stepsOf(pointer) ?? []).filter((step) => !/^(\$defs|definitions|properties|items|\w+Of|\d+)$/.test(step)).join(" ")
  )

const unused = (names: ReadonlySet<string>, wanted: readonly [string, string]): string => {
  const found = wanted.find((name) => !names.has(name))
  if (found !== undefined) return found
  let number = 2
  while (names.has(`${wanted[1]}${number}`)) number++
  return `${wanted[1]}${number}`
}
