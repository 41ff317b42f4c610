import {
  type EventStore,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import {
  givenUpText,
  isSignedBy,
  namingText,
  recordDataOf,
  sealEventOf,
  type SealEvent,
} from '../sealing/seal-event.ts'
import { publicPartOf, verifierOf, type NoteVerifier } from '../signed-note.ts'
import { historyEvents, readAround, type LoggedEvent } from '../unreadable-events.ts'

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
  log: Pick<EventStore, 'readAll' | 'readStream' | 'head'>,
  vkeys: readonly string[],
): AsyncGenerator<readonly SealRecord[], void> {
  const keys = createKeys(vkeys)
  for await (const page of sealEvents(log))
    yield page.map((event) =>
      'fault' in event ? { kind: 'foreign', position: event.position } : sealRecordOf(event, keys),
    )
}

async function* sealEvents(
  log: Pick<EventStore, 'readAll' | 'readStream' | 'head'>,
): AsyncGenerator<readonly LoggedEvent[], void> {
  const end = await log.head(LOG_SEALS_STREAM)
  if (end === 'noStream') return
  if (end === 'closed') return yield* closedSealEvents(log)
  for (let [from, limit] = [0n, PAGE_EVENTS]; from <= end;) {
    const page = await readSeals(log, from, limit)
    yield page.events.filter((event) => 'fault' in event || event.revision <= end)
    if (page.events.length === 0) return
    from = page.next
    limit = Math.min(PAGE_EVENTS, 2 * page.limit)
  }
}

interface SealsPage {
  readonly events: readonly LoggedEvent[]
  /** Where the next page begins. */
  readonly next: Revision
  /** As many were asked for at last. */
  readonly limit: number
}

/** The next events of the stream of the seals; one that cannot be read stands in its place, alone. */
export async function readSeals(
  log: Pick<EventStore, 'readStream'>,
  from: Revision,
  limitMax: number,
): Promise<SealsPage> {
  return readAround<Omit<SealsPage, 'limit'>>(
    limitMax,
    async (limit) => {
      const events = await log.readStream(LOG_SEALS_STREAM, { from, limit })
      return { events, next: (events.at(-1)?.revision ?? from - 1n) + 1n }
    },
    (event) => (event.revision === undefined ? undefined : { events: [event], next: event.revision + 1n }),
  )
}

/** A closed stream of seals is a finding, and still has its seals in the log. */
async function* closedSealEvents(
  log: Pick<EventStore, 'readAll'>,
): AsyncGenerator<readonly LoggedEvent[], void> {
  for await (const page of historyEvents(log)) yield page.filter(({ stream }) => stream === LOG_SEALS_STREAM)
}

type Keys = ReturnType<typeof createKeys>

export function createKeys(vkeys: readonly string[]) {
  const parts = new Set(vkeys.map(publicPartOf))
  const byId = new Map<string, NoteVerifier>()
  const byVkey = new Map<string, NoteVerifier>()
  function add(vkey: string): boolean {
    const key = verifierOf(vkey)
    if (key === undefined) return false
    // An id has 32 bits: a name can be found that gives a key the id of another one. The first one counts.
    if (byId.has(key.id)) return byVkey.has(vkey)
    if (byId.size >= KEYS_MAX) return false
    parts.add(publicPartOf(vkey))
    byId.set(key.id, key)
    byVkey.set(vkey, key)
    return true
  }
  for (const vkey of vkeys) add(vkey)
  let isFirst = true

  /**
   * Whether a name without a signature is the product's own: of a key that is known; the first one of the log; one
   * behind a key that was lost. Anybody may append others.
   */
  function namesItself(vkey: string, previous: string | null): boolean {
    const isOwn = parts.has(publicPartOf(vkey))
    const isBehindLost =
      previous !== null && byVkey.has(previous) && publicPartOf(previous) !== publicPartOf(vkey)
    const mayLack = (previous === null && isFirst) || isBehindLost
    isFirst &&= !isOwn
    return byVkey.has(vkey) || (isOwn && mayLack)
  }

  return {
    add,
    namesItself,
    withId: (id: string): NoteVerifier | undefined => byId.get(id),
    named: (vkey: string | null): NoteVerifier | undefined => (vkey === null ? undefined : byVkey.get(vkey)),
    all: (): readonly NoteVerifier[] => [...byId.values()],
  }
}

/** What an event says; a key that counts is known from then on. */
export function sealRecordOf(event: StoredEvent, keys: Keys): SealRecord {
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
    const isTrusted = (isNamed || keys.namesItself(vkey, previous)) && keys.add(vkey)
    return { kind: 'key', position, at: meta.occurredAt, vkey, isNamed, isTrusted }
  }
  return givenUpIn(event, keys) ?? { kind: 'foreign', position }
}

function givenUpIn(event: StoredEvent, keys: Keys): HeadGivenUp | undefined {
  const head = recordDataOf(event, 'RestoredLogAccepted')
  if (head === undefined) return undefined
  // By the key of the installation on which it was accepted, which may have another name than that of the head.
  const signature = Buffer.from(head.signature, 'base64')
  const isSigned = keys.all().some(({ name, verify }) => verify(givenUpText(name, head), signature))
  if (!isSigned) return undefined
  const { vkey, sealedAt, size } = head
  const { position, meta } = event
  return { kind: 'given-up', position, at: meta.occurredAt, size: Number(size), vkey, sealedAt }
}
