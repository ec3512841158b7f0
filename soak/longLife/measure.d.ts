/** Measures the process that it is in, after so many runs or saves. */
export declare const measure: (done: number) => Promise<void>
