import { useRef } from 'react'

const BYTES = 16

/** `crypto.randomUUID` is missing on plain-http addresses. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

export interface IdempotencyKeys {
  /** The key of what is sent: the same for the same content, however often it is tried. */
  readonly keyFor: (content: unknown) => string
  /** It was answered for good: sent again it would be another request. */
  readonly spent: () => void
}

/** The Idempotency-Key of one form. */
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
