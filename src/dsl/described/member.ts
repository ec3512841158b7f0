/**
 * The members of `Schema` for a start without effect's: what catalogues are made of is described, and its JSON Schema
 * known; effect's own is loaded for whoever asks for more, and answers for everything else.
 */
import { checked, checks } from "./checks.ts"
import { annotated, constructs, keywords } from "./constructs.ts"
import { type Check, checkOf, every, type Note, noted } from "./Note.ts"
import { once, standIn } from "./standIn.ts"

type Make = (...args: ReadonlyArray<unknown>) => object

/** All of them, each made when it is first asked for: a suite asks for a few. */
export const members = (load: () => object, names: ReadonlyArray<string>): object => {
  const made = new Map<PropertyKey, object>()
  const get = (name: PropertyKey): object | undefined => {
    if (!names.includes(String(name))) return undefined
    const found = made.get(name) ?? member(load, String(name))
    made.set(name, found)
    return found
  }
  return new Proxy(Object.create(null), {
    defineProperty: () => false,
    get: (_, name) => get(name),
    getOwnPropertyDescriptor: (_, name) => {
      const value = get(name)
      return value && { value, enumerable: true, configurable: true }
    },
    has: (_, name) => names.includes(String(name)),
    ownKeys: () => names
  })
}

/** Stands for the member of that name of what is loaded. */
export const member = (load: () => object, name: string): object => {
  const real = (): object => Reflect.get(load(), name)
  const make: Make = (...args) => Reflect.apply(real() as Function, undefined, args)
  const [keyword, construct, check] = [own(keywords, name), own(constructs, name), own(checks, name)]
  if (keyword !== undefined) return described(keyword, real)
  if (construct !== undefined) return known(construct, make, described)
  return check === undefined ? standIn(real) : known(check, make, filter)
}

const own = <A>(table: { readonly [name: string]: A }, name: string): A | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Described where all arguments are known, and made at once where they are not. */
const known =
  <A>(
    know: (...args: ReadonlyArray<unknown>) => A | undefined,
    make: Make,
    describe: (known: A, make: () => object) => object
  ): Make =>
  (...args) => {
    const found = know(...args)
    return found === undefined ? make(...args) : describe(found, () => make(...args))
  }

/** A schema that is made when it is asked for more than filters and descriptions. */
const described = (note: Note, make: () => object): object => {
  const real = once(make)
  const method =
    (name: string): Make =>
    (...args) =>
      Reflect.apply(Reflect.get(real(), name), real(), args)
  const methods = {
    annotate: known((...args) => annotated(note, args), method("annotate"), described),
    check: known((...args) => checked(note, every(args, checkOf)), method("check"), described)
  }
  return noted(standIn(real, { known: methods }), note)
}

const filter = (check: Check, make: () => object): object => noted(standIn(make, { isPlain: true }), check)
