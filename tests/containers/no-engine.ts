/** This machine has or allows no engine, which is not a fault of the product. */
export class NoEngine extends Error {}

/** @throws NoEngine if the work fails */
export const needed = <T>(what: string, work: Promise<T>): Promise<T> =>
  work.catch((cause: Error) => {
    throw cause instanceof NoEngine ? cause : new NoEngine(`${what}: ${cause.message}`, { cause })
  })
