/** This machine has or allows no engine: which is no fault of the product. */
export class NoEngine extends Error {}

/** @throws NoEngine where the work fails */
export const needed = <T>(what: string, work: Promise<T>): Promise<T> =>
  work.catch((cause: Error) => {
    throw cause instanceof NoEngine ? cause : new NoEngine(`${what}: ${cause.message}`, { cause })
  })
