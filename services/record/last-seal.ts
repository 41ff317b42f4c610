import type { EventStore, Expected } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { isSignedBy, recordDataOf, sealEventOf, type SealEvent } from './seal-event.ts'
import { NoteRefused, noteVerifier, publicPartOf, type NoteVerifier } from './signed-note.ts'

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
  const own = new Map(vkeys.map((vkey) => [noteVerifier(vkey).id, vkey]))
  const parts = new Set(vkeys.map(publicPartOf))
  /** The newest seals under ids that no key has: their names stand before them. */
  const unnamed = new Map<string, SealEvent>()
  let isRestored = false
  let expected: Expected = 'noStream'
  for (let before: bigint | undefined; ;) {
    const options = before === undefined ? { limit: 1 } : { from: before, limit: PAGE_EVENTS }
    const page = await log.readStream(LOG_SEALS_STREAM, { direction: 'backward', ...options })
    expected = before === undefined ? (page[0]?.revision ?? expected) : expected
    for (const event of page) {
      const seal = sealEventOf(event)
      const vkey = seal && own.get(seal.keyId)
      if (seal !== undefined && vkey !== undefined && isSignedBy(seal, noteVerifier(vkey)))
        return { seal, vkey, expected, isRestored }
      if (seal !== undefined && vkey === undefined && unnamed.size < UNNAMED_MAX && !unnamed.has(seal.keyId))
        unnamed.set(seal.keyId, seal)
      const named = recordDataOf(event, 'SealKeyNamed')?.vkey
      const key = named !== undefined && parts.has(publicPartOf(named)) ? verifierOf(named) : undefined
      const found = key && unnamed.get(key.id)
      if (found !== undefined && isSignedBy(found, key!))
        return { seal: found, vkey: named, expected, isRestored }
      isRestored ||= recordDataOf(event, 'RestoredLogAccepted') !== undefined
    }
    const last = page.at(-1)
    if (last === undefined || last.revision === 0n)
      return { seal: undefined, vkey: undefined, expected, isRestored }
    before = last.revision - 1n
  }
}

/** Undefined for what is no verifier key. */
export function verifierOf(vkey: string): NoteVerifier | undefined {
  try {
    return noteVerifier(vkey)
  } catch (error) {
    if (error instanceof NoteRefused) return undefined
    throw error
  }
}
