/**
 * A function that does its work once, however often it is called.
 *
 * Importing a module that is loaded already is work as well: Node resolves it again in another thread. So what each run needs is
 * imported once.
 */
export const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}
