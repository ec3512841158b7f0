/**
 * What an agent has and a gate may need, as phrases: the same words are the type, the load-time check and the message.
 */

export type Fact = OneRun | Sample | Uses<string> | Injects<string>
export type OneRun = "a single run"
export type Sample = "two or more runs"
export type Uses<Server extends string> = `server ${Server}`
export type Injects<Fault extends string> = `fault ${Fault}`

export const uses = <const Server extends string>(server: Server): Uses<Server> => `server ${server}`
export const injects = <const Fault extends string>(fault: Fault): Injects<Fault> => `fault ${fault}`

/** Never inhabited. The compiler quotes it: "... but required in type 'Needs<"two or more runs">'". */
export interface Needs<What> {
  readonly "~needs": What
}

/** Nothing to add when every need is met; otherwise the needs that are not. */
export type Meets<Has, Need> = [Exclude<Need, Has>] extends [never] ? unknown : Needs<Exclude<Need, Has>>

/** Nothing to add when it was not said yet; otherwise why it may not be said again. */
export type NotYet<Has, Said, Why> = [Extract<Has, Said>] extends [never] ? unknown : Needs<Why>

/**
 * Whether a type is `any`, as the type of a misspelt tool is. The tuples matter: a condition on the type of an erroneous
 * expression is that type again.
 */
export type IsAny<T> = [0] extends [1 & T] ? true : false
