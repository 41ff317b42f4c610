import type { EventStore, Expected, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { isSignedBy, recordDataOf, sealEventOf, type SealEvent } from './seal-event.ts'
import { noteVerifier, publicPartOf, verifierOf } from './signed-note.ts'

/** The last seal of the log, and where the next event of its stream stands. */
export interface LastSeal {
  readonly seal: SealEvent | undefined
  /** Of the key that signed it. */
  readonly vkey: string | undefined
  readonly expected: Expected
  /** A restored log was accepted after it. */
  readonly isRestored: boolean
}

const PAGE_EVENTS = 100
const UNNAMED_MAX = 100

/**
 * The newest seal by one of these keys, under whatever name. What others have put behind it is no seal of this log:
 * `verify history` names it. The first read finds it, unless somebody did.
 */
export async function lastSealOf(
  log: Pick<EventStore, 'readStream'>,
  vkeys: readonly string[],
): Promise<LastSeal> {
  const sealIn = createSearch(vkeys)
  let isRestored = false
  let expected: Expected = 'noStream'
  for await (const event of newestFirst(log)) {
    if (expected === 'noStream') expected = event.revision
    const found = sealIn(event)
    if (found !== undefined) return { ...found, expected, isRestored }
    isRestored ||= recordDataOf(event, 'RestoredLogAccepted') !== undefined
  }
  return { seal: undefined, vkey: undefined, expected, isRestored }
}

async function* newestFirst(log: Pick<EventStore, 'readStream'>): AsyncGenerator<StoredEvent, void> {
  let page = await log.readStream(LOG_SEALS_STREAM, { direction: 'backward', limit: 1 })
  for (;;) {
    yield* page
    const last = page.at(-1)
    if (last === undefined || last.revision === 0n) return
    const options = { direction: 'backward', from: last.revision - 1n, limit: PAGE_EVENTS } as const
    page = await log.readStream(LOG_SEALS_STREAM, options)
  }
}

type Found = Required<Pick<LastSeal, 'seal' | 'vkey'>>

function createSearch(vkeys: readonly string[]): (event: StoredEvent) => Found | undefined {
  const own = new Map(vkeys.map((vkey) => [noteVerifier(vkey).id, vkey]))
  const parts = new Set(vkeys.map(publicPartOf))
  /** The newest seals under ids that no key has: their names stand before them. */
  const unnamed = new Map<string, SealEvent>()
  const signed = (seal: SealEvent, vkey: string): Found | undefined =>
    isSignedBy(seal, noteVerifier(vkey)) ? { seal, vkey } : undefined

  function bySeal(seal: SealEvent): Found | undefined {
    const vkey = own.get(seal.keyId)
    if (vkey !== undefined) return signed(seal, vkey)
    if (unnamed.size < UNNAMED_MAX && !unnamed.has(seal.keyId)) unnamed.set(seal.keyId, seal)
    return undefined
  }
  function byName(vkey: string): Found | undefined {
    const id = parts.has(publicPartOf(vkey)) ? verifierOf(vkey)?.id : undefined
    const seal = id === undefined ? undefined : unnamed.get(id)
    return seal && signed(seal, vkey)
  }
  return (event) => {
    const seal = sealEventOf(event)
    const named = recordDataOf(event, 'SealKeyNamed')
    return (seal && bySeal(seal)) ?? (named && byName(named.vkey))
  }
}
