import { v5, v7 } from 'uuid'

/** A new id that sorts by when it was made. */
export const newId = (): string => v7()

/** Fixed for ever: ids derived under it must be the same tomorrow. */
const NAMESPACE = '6f1d6c1e-0b0e-4a52-9d6c-2a0f3f6c8b11'

/** The same name has always the same id. */
export const derivedId = (name: string | Uint8Array): string =>
  v5(typeof name === 'string' ? name : Uint8Array.from(name), NAMESPACE)
