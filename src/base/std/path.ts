/**
 * Writes a path into a value: `items[2].id`, and an empty text for the value itself.
 */

/** Quotes a key that is ambiguous in a path: `args["a.b"]`. */
export const atKey = (path: string, key: string): string =>
  /[.[\]"]|^$/.test(key) ? `${path}[${JSON.stringify(key)}]` : path === "" ? key : `${path}.${key}`

export const atIndex = (path: string, index: number): string => `${path}[${index}]`
