/**
 * Environment variables by name, as a value: code that needs some is given them, and never reads the process's own.
 */
export interface Environment {
  readonly [name: string]: string | undefined
}
