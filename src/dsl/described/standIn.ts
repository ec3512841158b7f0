/**
 * Stands for a value that is expensive to make, and makes it when somebody first touches it.
 */

export interface StandInOptions {
  /** Whether the value is a plain object; otherwise it can be called and extended as well. */
  readonly isPlain?: boolean
  /** Members that are known before the value is made. */
  readonly known?: { readonly [name: string]: unknown }
}

/** Whatever is asked of the stand-in, the value answers. */
export const standIn = (make: () => object, { isPlain = false, known = {} }: StandInOptions = {}): object => {
  const value = once(make)
  return new Proxy(isPlain ? {} : callable(), {
    apply: (_, self, args) => Reflect.apply(value() as Function, self, args),
    construct: (_, args, derived) => Reflect.construct(value() as Function, args, derived),
    defineProperty: (_, key, descriptor) => Reflect.defineProperty(value(), key, descriptor),
    deleteProperty: (_, key) => Reflect.deleteProperty(value(), key),
    get: (_, key) => (Object.hasOwn(known, key) ? Reflect.get(known, key) : Reflect.get(value(), key)),
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(value(), key)
      // A proxy may not show a property as fixed that its target does not have.
      return found && { ...found, configurable: true }
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(value()),
    has: (_, key) => Reflect.has(value(), key),
    ownKeys: () => Reflect.ownKeys(value()),
    set: (_, key, to) => Reflect.set(value(), key, to)
  })
}

export const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

/** A bound function can be called and extended, and has no `prototype` that a proxy would have to show. */
const callable = (): object => Function.prototype.bind.call(Object, undefined)
