/**
 * Writes predicates for Schemas: plain TypeScript functions that need no effect.
 *
 * It throws on a node or a check that it does not know, so no rule of a Schema can be left out of its predicate.
 */
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"

export interface Source {
  /** The exported type guards, by name, each with its Schema and the name of its type. */
  readonly guards: { readonly [name: string]: readonly [schema: Schema.Top, type: string] }
  /** Modules whose exported Schemas name the functions of their own nodes. */
  readonly modules: ReadonlyArray<object>
  /** Whether a predicate refuses objects with keys that are not in the Schema, which the Schema itself would drop. */
  readonly onlyKnownKeys: boolean
  /** The name of the function that checks JSON. */
  readonly isJson: string
}

/** The code of the guards, then of the functions that they call. */
export const predicatesOf = ({ guards, isJson, modules, onlyKnownKeys }: Source): string => {
  const names = new Map<unknown, string>()
  const functions = new Map<string, string>()

  /** An expression that is true if `value`, an expression too, is what the node describes. */
  const conditionOf = (ast: AST.AST, value: string, path: string): string => {
    if (ast.encoding !== undefined) throw new Error(`${path} is a transformation.`)
    switch (ast._tag) {
      case "Declaration":
        return isJsonNode(ast) ? `${isJson}(${value})` : unknown(ast, path)
      case "Literal":
        return typeof ast.literal === "bigint" ? unknown(ast, path) : `${value} === ${JSON.stringify(ast.literal)}`
      case "String":
      case "Boolean":
      case "Number":
        return [`typeof ${value} === "${ast._tag.toLowerCase()}"`, ...checksOf(ast, value, path)].join(" && ")
      case "Arrays": {
        const [item, ...more] = ast.rest
        if (item === undefined || more.length > 0 || ast.elements.length > 0 || hasChecks(ast))
          return unknown(ast, path)
        return `isArrayOf(${value}, ${functionOf(item, path)})`
      }
      case "Objects": {
        if (isStruct(ast)) return `${functionOf(ast, path)}(${value})`
        const item = itemOf(ast)
        if (item === undefined || !onlyKnownKeys) return unknown(ast, path)
        return isJsonNode(item)
          ? `isObject(${value}) && ${isJson}(${value})`
          : `isRecordOf(${value}, ${functionOf(item, path)})`
      }
      case "Union":
      case "Suspend":
        return `${functionOf(ast, path)}(${value})`
      default:
        return unknown(ast, path)
    }
  }

  /** The name of a function, or an arrow function. The path names those that no module names. */
  const functionOf = (ast: AST.AST, path: string, type = "boolean"): string => {
    if (ast._tag === "Suspend") return functionOf(ast.thunk(), path, type)
    if (isJsonNode(ast)) return isJson
    if (ast._tag !== "Union" && !isStruct(ast)) return `(item) => ${conditionOf(ast, "item", path)}`
    if (hasChecks(ast)) return unknown(ast, path)
    const name = names.get(identityOf(ast)) ?? `is${path}`
    const isNamed = names.has(identityOf(ast))
    if (functions.has(name)) return isNamed ? name : unknown(ast, `${path}, a name that is taken,`)
    names.set(identityOf(ast), name)
    functions.set(name, "")
    const body =
      ast._tag === "Union" ? unionOf(ast, name.slice(2)) : `isObject(value) && ${fieldsOf(ast, name.slice(2))}`
    functions.set(name, `const ${name} = (value: unknown): ${type} => ${body}`)
    return name
  }

  const unionOf = (ast: AST.Union, path: string): string => {
    const structs = ast.types.filter(isStruct)
    const tag = structs.length === ast.types.length ? tagOf(structs) : undefined
    if (ast.types.length === 0 || ast.options?.mode === "oneOf") return unknown(ast, path)
    if (tag === undefined)
      return ast.types.map((type, at) => conditionOf(type, "value", `${path}${at + 1}`)).join(" || ")
    const cases = new Map<string, string>()
    for (const struct of structs) {
      const literal = String(literalAt(struct, tag))
      const fields = fieldsOf(struct, path + capital(literal), tag) || "true"
      cases.set(fields, `${cases.get(fields) ?? ""}case ${JSON.stringify(literal)}:\n`)
    }
    const branches = [...cases].map(([fields, labels]) => `${labels}return ${fields}\n`)
    return `{ if (!isObject(value)) return false\nswitch (value.${tag}) { ${branches.join("")} default: return false } }`
  }

  /** Of every field but the one that was looked at before. */
  const fieldsOf = (ast: AST.Objects, path: string, seen?: string): string => {
    if (hasChecks(ast) || ast.encoding !== undefined) return unknown(ast, path)
    const fields = ast.propertySignatures.map(({ name, type }) => ({
      field: `value.${String(name)}`,
      isOptional: type.context?.isOptional === true,
      condition: conditionOf(type, `value.${String(name)}`, path + capital(String(name)))
    }))
    const conditions = fields
      .filter(({ field }) => field !== `value.${seen}`)
      .map(({ condition, field, isOptional }) => (isOptional ? `(${isAbsent(field)} || (${condition}))` : condition))
    const optional = fields.filter(({ isOptional }) => isOptional).map(({ field }) => `present(${field})`)
    const keys = `keyCount(value) === ${[fields.length - optional.length, ...optional].join(" + ")}`
    return [...conditions, ...(onlyKnownKeys ? [keys] : [])].join(" && ")
  }

  /** A key that is there and undefined is counted as a key too many. Where keys are not counted, it is looked for. */
  const isAbsent = (field: string): string =>
    onlyKnownKeys ? `${field} === undefined` : `!("${field.slice("value.".length)}" in value)`

  for (const [name, schema] of modules.flatMap((module) => Object.entries<unknown>({ ...module }))) {
    if (Schema.isSchema(schema)) names.set(identityOf(schema.ast), `is${name}`)
  }
  for (const [name, [schema]] of Object.entries(guards)) names.set(identityOf(schema.ast), name)
  for (const [schema, type] of Object.values(guards)) functionOf(schema.ast, type, `value is ${type}`)
  return [...functions].map(([name, code]) => (name in guards ? `export ${code}` : code)).join("\n\n")
}

const unknown = ({ _tag }: AST.AST, path: string): never => {
  throw new Error(`${path} is a node of the kind ${_tag} that no predicate can be written for.`)
}

const checksOf = (ast: AST.AST, value: string, path: string): ReadonlyArray<string> => {
  let minimum = -Infinity
  const conditions = filtersOf(ast.checks ?? []).flatMap(({ id, payload }) => {
    switch (id) {
      case "effect/schema/isInt":
        return [`Number.isSafeInteger(${value})`]
      case "effect/schema/isFinite":
        return [`Number.isFinite(${value})`]
      case "effect/schema/isGreaterThanOrEqualTo":
        minimum = Math.max(minimum, Number(payload?.["minimum"]))
        return []
      default:
        throw new Error(`${path} has a check that no predicate can be written for: ${id}.`)
    }
  })
  return minimum === -Infinity ? conditions : [...conditions, `${value} >= ${minimum}`]
}

const filtersOf = (checks: ReadonlyArray<AST.Check<never>>): ReadonlyArray<Representation> =>
  checks.flatMap((check) =>
    check._tag === "FilterGroup" ? filtersOf(check.checks) : [representationOf(check.annotations)]
  )

interface Representation {
  readonly id?: string
  readonly payload?: { readonly [name: string]: unknown }
}

const representationOf = (annotations: object | undefined): Representation =>
  (annotations as { readonly representation?: Representation } | undefined)?.representation ?? {}

const isJsonNode = (ast: AST.AST): boolean =>
  ast._tag === "Declaration" && !ast.checks && representationOf(ast.annotations).id === "effect/schema/Json"

const isStruct = (ast: AST.AST): ast is AST.Objects =>
  ast._tag === "Objects" &&
  ast.indexSignatures.length === 0 &&
  ast.propertySignatures.length > 0 &&
  ast.propertySignatures.every(hasPlainName)

const hasPlainName = ({ name }: AST.PropertySignature): boolean => typeof name === "string" && /^[a-z_]\w*$/i.test(name)

const hasChecks = (ast: AST.Arrays | AST.Objects | AST.Union): boolean =>
  ast.checks !== undefined || ast.encodingChecks !== undefined

/** The Schema of the values of a record with any text as key. */
const itemOf = (ast: AST.Objects): AST.AST | undefined => {
  const [index, ...more] = ast.indexSignatures
  const isPlain = more.length + ast.propertySignatures.length === 0 && !hasChecks(ast)
  return isPlain && index?.parameter._tag === "String" && !index.parameter.checks ? index.type : undefined
}

/** The first field that has another literal in every struct. */
const tagOf = (structs: ReadonlyArray<AST.Objects>): string | undefined =>
  structs[0]?.propertySignatures
    .map(({ name }) => String(name))
    .find((name) => {
      const literals = structs.map((struct) => literalAt(struct, name))
      return !literals.includes(undefined) && new Set(literals).size === structs.length
    })

const literalAt = (struct: AST.Objects, field: string): string | undefined => {
  const type = struct.propertySignatures.find(({ name }) => name === field)?.type
  return type?._tag === "Literal" && typeof type.literal === "string" && !type.context?.isOptional
    ? type.literal
    : undefined
}

/** What a node still shares with its copy that is an optional key. */
const identityOf = (ast: AST.AST): unknown =>
  ast._tag === "Objects" ? ast.propertySignatures : ast._tag === "Union" ? ast.types : ast

const capital = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
