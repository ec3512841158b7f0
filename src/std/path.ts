/**
 * How a place inside a value is written: `items[2].id`, and nothing for the value itself.
 */

/** A key that would read as something else is quoted: `args["a.b"]`. */
export const atKey = (path: string, key: string): string =>
  /[.[\]"]|^$/.test(key) ? `${path}[${JSON.stringify(key)}]` : path === "" ? key : `${path}.${key}`

export const atIndex = (path: string, index: number): string => `${path}[${index}]`
