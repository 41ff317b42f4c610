import { useRef } from 'react'

const BYTES = 16

/** Not `crypto.randomUUID`: plain-http addresses lack it. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

export interface IdempotencyKeys {
  /** The same key as long as the content is the same. */
  readonly keyFor: (content: unknown) => string
  /** Call it after a final answer, so that the same content gets a new key. */
  readonly spent: () => void
}

export function useIdempotencyKeys(): IdempotencyKeys {
  const held = useRef<{ readonly content: string; readonly key: string } | null>(null)
  return {
    keyFor: (content) => {
      const text = JSON.stringify(content ?? null)
      if (held.current?.content !== text) held.current = { content: text, key: newKey() }
      return held.current.key
    },
    spent: () => {
      held.current = null
    },
  }
}
