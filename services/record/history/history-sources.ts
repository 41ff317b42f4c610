import { isStoreError, START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { logSealed, LOG_SEALS_STREAM, sealKeyNamed } from '@app/contracts/events/record.ts'
import { checkpointText, openedCheckpoint, type Checkpoint } from '../checkpoint.ts'
import { historyEvents } from './history-events.ts'
import { sealOf } from '../seal-tables.ts'
import { NoteRefused, noteVerifier, type NoteVerifier } from '../signed-note.ts'
import type { TreeStore } from '../tree-store.ts'
import type { HistorySources, RecordedSeal } from './verify-history.ts'

const PAGE_EVENTS = 2_000

export interface HistoryDeps {
  /** As it is stored. */
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'inspect'>
  readonly tree: Pick<TreeStore, 'state' | 'leaves'>
  /** The key of this installation: it may have signed a checkpoint whose naming was cut from the log. */
  readonly vkey: string
}

export interface RecordedHistory extends HistorySources {
  readonly verifiers: readonly NoteVerifier[]
}

/** Seals first, then the tree, then the log, so that what is appended meanwhile looks like no tampering. */
export async function readHistory({ log, tree, vkey }: HistoryDeps): Promise<RecordedHistory> {
  const { seals, verifiers } = await readSeals(log)
  const { size } = await tree.state()
  const own = noteVerifier(vkey)
  return {
    seals,
    verifiers: verifiers.some(({ name, id }) => name === own.name && id === own.id)
      ? verifiers
      : [...verifiers, own],
    leaves: tree.leaves(size),
    events: historyEvents(log),
    inspect: log.inspect,
  }
}

async function readSeals(
  log: Pick<EventStore, 'readAll' | 'readStream'>,
): Promise<{ readonly seals: readonly RecordedSeal[]; readonly verifiers: readonly NoteVerifier[] }> {
  const seals: RecordedSeal[] = []
  const verifiers: NoteVerifier[] = []
  for await (const page of sealEvents(log))
    for (const event of page) {
      verifiers.push(...namedIn(event))
      seals.push(...sealIn(event, verifiers))
    }
  return { seals, verifiers }
}

/** A closed stream of seals is a finding, and still has its seals in the log. */
async function* sealEvents(
  log: Pick<EventStore, 'readAll' | 'readStream'>,
): AsyncGenerator<readonly StoredEvent[], void> {
  for (let from = 0n; ;) {
    const page = await log.readStream(LOG_SEALS_STREAM, { from, limit: PAGE_EVENTS }).catch((error) => {
      if (isStoreError(error, 'StreamClosed')) return undefined
      throw error
    })
    if (page === undefined) return yield* closedSealEvents(log)
    yield page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_EVENTS) return
    from = last.revision + 1n
  }
}

async function* closedSealEvents(
  log: Pick<EventStore, 'readAll'>,
): AsyncGenerator<readonly StoredEvent[], void> {
  const filter = { streamPrefixes: [LOG_SEALS_STREAM] }
  for (let after = START; ;) {
    const page = await log.readAll(after, { limit: PAGE_EVENTS, filter })
    yield page.events.filter(({ stream }) => stream === LOG_SEALS_STREAM)
    if (page.isAtHead) return
    after = page.scannedTo
  }
}

function namedIn({ type, data }: StoredEvent): readonly NoteVerifier[] {
  const read = type === 'SealKeyNamed' ? sealKeyNamed.stored.safeParse(data) : undefined
  if (read?.success !== true) return []
  try {
    return [noteVerifier(String(read.data.vkey))]
  } catch (error) {
    if (error instanceof NoteRefused) return []
    throw error
  }
}

/** A seal that cannot be read is missing in the chain, which is how it is reported. */
function sealIn(
  { type, data, position, meta }: StoredEvent,
  verifiers: readonly NoteVerifier[],
): readonly RecordedSeal[] {
  const read = type === 'LogSealed' ? logSealed.stored.safeParse(data) : undefined
  if (read?.success !== true) return []
  const stored = read.data as unknown as Parameters<typeof sealOf>[0] & { readonly previous: string | null }
  const { size, root, keyId, signature } = sealOf(stored, position, meta.occurredAt)
  const key = verifiers.findLast(({ id }) => id === keyId)
  const checkpoint = { origin: key?.name ?? '', size, root }
  const isSigned = key?.verify(checkpointText(checkpoint), signature) === true
  const previous = stored.previous === null ? undefined : Buffer.from(stored.previous, 'base64')
  return [{ ...checkpoint, previous, position, isSigned }]
}

/** A checkpoint that was kept elsewhere. @throws NoteRefused when no key of this log has signed it */
export function anchorOf(note: string, verifiers: readonly NoteVerifier[]): Checkpoint {
  for (const verifier of verifiers) {
    try {
      const { origin, size, root } = openedCheckpoint(note, verifier)
      return { origin, size, root }
    } catch (error) {
      if (!(error instanceof NoteRefused)) throw error
    }
  }
  throw new NoteRefused('no key of this log has signed it')
}
