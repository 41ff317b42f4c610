import type { EventStore, Expected, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { readAround } from '../unreadable-events.ts'
import { isSignedBy, recordDataOf, sealEventOf, type SealEvent } from './seal-event.ts'
import type { TreeStore } from '../tree/tree-store.ts'
import { noteVerifier, publicPartOf, verifierOf } from '../signed-note.ts'

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
 * `verify history` names it. The first read finds it, unless somebody did.
 * @param isOfTree false for one that was appended again: of a branch of this log that was given up
 */
export async function lastSealOf(
  log: Pick<EventStore, 'readStream'>,
  vkeys: readonly string[],
  isOfTree: (seal: SealEvent, vkey: string) => Promise<boolean> = async () => true,
): Promise<LastSeal> {
  const sealIn = createSearch(vkeys)
  let isRestored = false
  let expected: Expected = 'noStream'
  for await (const event of newestFirst(log)) {
    if (expected === 'noStream') expected = event.revision
    if ('fault' in event) continue
    isRestored ||= recordDataOf(event, 'RestoredLogAccepted') !== undefined
    const found = sealIn(event)
    if (found !== undefined && (await isOfTree(found.seal, found.vkey)))
      return { ...found, expected, isRestored }
  }
  return { seal: undefined, vkey: undefined, isRestored, expected }
}

/**
 * The largest seal of a restored log, wherever it stands: an older one that was appended again hides none, and one of more
 * events than there are before it is of what was given up.
 */
export async function largestSealOf(
  { log, tree }: { readonly log: Pick<EventStore, 'readStream'>; readonly tree: Pick<TreeStore, 'indexOf'> },
  vkeys: readonly string[],
): Promise<LastSeal> {
  let largest: Found | undefined
  const { expected, isRestored } = await lastSealOf(log, vkeys, async (seal, vkey) => {
    const isLarger = seal.size > (largest?.seal.size ?? 0)
    if (isLarger && seal.size <= ((await tree.indexOf(seal.position)) ?? 0)) largest = { seal, vkey }
    return false
  })
  return { seal: largest?.seal, vkey: largest?.vkey, expected, isRestored }
}

interface UnreadableSeal {
  readonly revision: Revision
  readonly fault: string
}

/** One that nobody can read stands in its place, or it would end every search. */
async function* newestFirst(
  log: Pick<EventStore, 'readStream'>,
): AsyncGenerator<StoredEvent | UnreadableSeal, void> {
  let start: { readonly from?: Revision } = {}
  for (let atOnce = 1; ;) {
    const { events, limit } = await readAround<{
      readonly events: readonly (StoredEvent | UnreadableSeal)[]
    }>(
      atOnce,
      async (count) => ({
        events: await log.readStream(LOG_SEALS_STREAM, { direction: 'backward', limit: count, ...start }),
      }),
      ({ revision, fault }) => (revision === undefined ? undefined : { events: [{ revision, fault }] }),
    )
    yield* events
    const last = events.at(-1)
    if (last === undefined || last.revision === 0n) return
    start = { from: last.revision - 1n }
    atOnce = Math.min(PAGE_EVENTS, 2 * limit)
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
