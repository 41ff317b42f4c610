import { v5, v7 } from 'uuid'

/** Sorts by creation time. */
export const newId = (): string => v7()

/** Never change it: the same name must have the same id for ever. */
const NAMESPACE = '6f1d6c1e-0b0e-4a52-9d6c-2a0f3f6c8b11'

export const derivedId = (name: string | Uint8Array): string =>
  v5(typeof name === 'string' ? name : Uint8Array.from(name), NAMESPACE)

/** The id of an order to skip an event, and of its stream: the same order twice is one append, from any process. */
export const skipIdOf = (projection: string, position: bigint): string =>
  derivedId(`skip ${projection} ${position}`)
