/**
 * Replaces properties of an object that belongs to the runtime, until they are restored.
 */

export type Restore = () => void

export const replaceAll = (target: object, made: { readonly [name: string]: unknown }): Restore => {
  const before = Object.keys(made).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const)
  for (const [name, value] of Object.entries(made)) Reflect.set(target, name, value)
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(target, name)
      else Object.defineProperty(target, name, descriptor)
    }
  }
}
