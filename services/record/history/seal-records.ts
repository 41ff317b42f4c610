import {
  isStoreError,
  positionOf,
  type EventStore,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { verifierOf } from '../last-seal.ts'
import {
  givenUpText,
  isSignedBy,
  namingText,
  recordDataOf,
  sealEventOf,
  type SealEvent,
} from '../seal-event.ts'
import { publicPartOf, type NoteVerifier } from '../signed-note.ts'

/** A seal of the log, in the order of its stream. */
export interface RecordedSeal extends SealEvent {
  readonly kind: 'seal'
  /** A key that the verifier trusts has signed it. */
  readonly isSigned: boolean
}

/** Seals that follow are by this key. */
export interface KeyNamed {
  readonly kind: 'key'
  readonly position: Position
  readonly at: string
  readonly vkey: string
  /** The key of before has signed its name. */
  readonly isNamed: boolean
  readonly isTrusted: boolean
}

/** A head that was signed and given up, because a log was restored from an older backup. */
export interface HeadGivenUp {
  readonly kind: 'given-up'
  readonly position: Position
  readonly at: string
  readonly size: number
  readonly vkey: string
  readonly sealedAt: string
}

export type SealRecord =
  RecordedSeal | KeyNamed | HeadGivenUp | { readonly kind: 'foreign'; readonly position: Position }

const PAGE_EVENTS = 500
/** Our log has few; somebody else may name any number. */
const KEYS_MAX = 1_000

/**
 * What the log says about its seals, a page at a time, up to those of now. A key counts when this installation names it,
 * when it is the same under another name, or when a key that counts has signed its name.
 */
export async function* sealRecords(
  log: Pick<EventStore, 'readStream' | 'head'>,
  vkeys: readonly string[],
): AsyncGenerator<readonly SealRecord[], void> {
  const keys = createKeys(vkeys)
  const end = await log.head(LOG_SEALS_STREAM)
  let limit = PAGE_EVENTS
  for (let from = 0n; end !== 'noStream' && (end === 'closed' || from <= end);) {
    try {
      const page = await log.readStream(LOG_SEALS_STREAM, { from, limit })
      yield page
        .filter(({ revision }) => end === 'closed' || revision <= end)
        .map((event) => recordOf(event, keys))
      const last = page.at(-1)
      if (last === undefined) return
      from = last.revision + 1n
      limit = PAGE_EVENTS
    } catch (error) {
      if (!isStoreError(error, 'Corrupt') || typeof error.facts['position'] !== 'bigint') throw error
      // One event that nobody can read fails its page.
      if (limit === 1) {
        yield [{ kind: 'foreign', position: positionOf(error.facts['position']) }]
        from += 1n
      } else limit = Math.ceil(limit / 4)
    }
  }
}

type Keys = ReturnType<typeof createKeys>

function createKeys(vkeys: readonly string[]) {
  const parts = new Set(vkeys.map(publicPartOf))
  const byId = new Map<string, NoteVerifier>()
  const byVkey = new Map<string, NoteVerifier>()
  function add(vkey: string): boolean {
    const key = verifierOf(vkey)
    if (key === undefined || byId.size >= KEYS_MAX) return false
    parts.add(publicPartOf(vkey))
    byId.set(key.id, key)
    byVkey.set(vkey, key)
    return true
  }
  for (const vkey of vkeys) add(vkey)
  return {
    add,
    withId: (id: string): NoteVerifier | undefined => byId.get(id),
    named: (vkey: string | null): NoteVerifier | undefined => (vkey === null ? undefined : byVkey.get(vkey)),
    hasPart: (vkey: string): boolean => parts.has(publicPartOf(vkey)),
  }
}

function recordOf(event: StoredEvent, keys: Keys): SealRecord {
  const { position, meta } = event
  const seal = sealEventOf(event)
  if (seal !== undefined) {
    const key = keys.withId(seal.keyId)
    return { kind: 'seal', ...seal, isSigned: key !== undefined && isSignedBy(seal, key) }
  }
  const naming = recordDataOf(event, 'SealKeyNamed')
  if (naming !== undefined) {
    const { vkey, previous, signature } = naming
    const before = keys.named(previous)
    const isNamed =
      before !== undefined &&
      signature !== null &&
      before.verify(namingText(before.name, vkey), Buffer.from(signature, 'base64'))
    const isTrusted = (isNamed || keys.hasPart(vkey)) && keys.add(vkey)
    return { kind: 'key', position, at: meta.occurredAt, vkey, isNamed, isTrusted }
  }
  return givenUpIn(event, keys) ?? { kind: 'foreign', position }
}

function givenUpIn(event: StoredEvent, keys: Keys): HeadGivenUp | undefined {
  const head = recordDataOf(event, 'RestoredLogAccepted')
  const key = head && keys.named(head.vkey)
  const isSigned = key?.verify(givenUpText(key.name, head!), Buffer.from(head!.signature, 'base64'))
  if (head === undefined || isSigned !== true) return undefined
  const { vkey, sealedAt, size } = head
  const { position, meta } = event
  return { kind: 'given-up', position, at: meta.occurredAt, size: Number(size), vkey, sealedAt }
}
