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

const PAGE_EVENTS = 500
const UNNAMED_MAX = 100

/**
 * The newest seal by one of these keys, under whatever name. What others have put behind it is no seal of this log:
 * `verify history` names it. The first read finds it, unless somebody did. One of before, whose chain nobody has signed,
 * counts where no other is.
 * @param isOfTree false for one that was appended again: of a branch of this log that was given up
 */
export async function lastSealOf(
  log: Pick<EventStore, 'readStream'>,
  vkeys: readonly string[],
  isOfTree: (seal: SealEvent) => Promise<boolean> = async () => true,
): Promise<LastSeal> {
  const sealIn = createSearch(vkeys)
  let isRestored = false
  let expected: Expected = 'noStream'
  let unchained: Omit<LastSeal, 'expected'> | undefined
  for await (const event of newestFirst(log)) {
    if (expected === 'noStream') expected = event.revision
    isRestored ||= recordDataOf(event, 'RestoredLogAccepted') !== undefined
    const found = sealIn(event)
    const isChained = found?.seal.chain !== undefined
    if (found === undefined || (!isChained && unchained !== undefined)) continue
    if (!(await isOfTree(found.seal))) continue
    if (isChained) return { ...found, expected, isRestored }
    unchained = { ...found, isRestored }
  }
  return { seal: undefined, vkey: undefined, isRestored, ...unchained, expected }
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

interface Found {
  readonly seal: SealEvent
  readonly vkey: string
}

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
