import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { FactOfLine } from './fact-of-line.ts'

export interface AppendFactDeps {
  readonly store: EventStore
  readonly pause: (ms: number) => Promise<void>
  /** Set after an earlier import: a read is cheaper than an append of an event that exists. */
  readonly readFirst: boolean
}

/** `refused`: the store will never accept the event. */
export type Appended = 'new' | 'known' | 'conflict' | 'refused'

const ATTEMPTS_MAX = 8
const PAUSE_MS = { first: 200, most: 5_000 }

/** Repeated attempts have one id, so it is appended once. @throws StartError when the log stays unavailable */
export async function appendFact(deps: AppendFactDeps, fact: FactOfLine): Promise<Appended> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await appendOnce(deps, fact)
    } catch (error) {
      if (isStoreError(error, 'Conflict') || isStoreError(error, 'StreamClosed')) return 'conflict'
      if (isStoreError(error, 'Invalid') || isStoreError(error, 'TooLarge')) return 'refused'
      if (!isStoreError(error) || !(error.retryable || error.ambiguous)) throw error
      if (attempt === ATTEMPTS_MAX) throw outOfReach(error)
      await deps.pause(Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (attempt - 1)))
    }
  }
}

async function appendOnce(
  { store, readFirst }: AppendFactDeps,
  { event, stream, otherStream }: FactOfLine,
): Promise<Appended> {
  if (readFirst) {
    const [there] = await store.readStream(stream, { limit: 1 })
    if (there !== undefined) return there.id === event.id ? 'known' : 'conflict'
    // An import with another map may have made another kind of event from the line.
    if ((await store.head(otherStream)) !== 'noStream') return 'known'
  }
  const { replayed } = await store.append(stream, 'noStream', [event], { mayBeRetry: readFirst })
  return replayed ? 'known' : 'new'
}

const outOfReach = (cause: Error): StartError =>
  new StartError(
    `El registro de eventos no responde (${cause.message}). Lo importado quedó guardado: vuelve a ejecutar el mismo comando y seguirá donde quedó.`,
    { cause },
  )
