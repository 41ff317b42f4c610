import type { EventStore, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import type { ProvedEvent, StreamEnds } from './expediente.ts'
import { leafOf } from './leaf.ts'
import type { SealedRecord } from './sealed-record.ts'
import { inclusionRanges, leafHash, rootOfInclusion } from './tree/merkle-tree.ts'
import { TileDamaged } from './tree/tiles.ts'
import { findSignedSeal, type NotedSeal } from './trusted-seals.ts'

const PAGE_EVENTS = 200
const SEAL_MS_MAX = 2_000
const POLL_MS = 100

export interface CollectDeps {
  readonly record: SealedRecord
  /** The same log with its personal fields opened. */
  readonly opened: Pick<EventStore, 'readStream'>
  readonly pause: (ms: number) => Promise<unknown>
}

/** Streams up to their last events, and a seal that covers these. */
export interface CoveredStreams {
  readonly seal: NotedSeal
  readonly ends: StreamEnds
}

/** With the newest seal, once it covers the last event of each stream; undefined as for one event. */
export async function findCoveredStreams(
  deps: CollectDeps,
  streams: readonly string[],
): Promise<CoveredStreams | undefined> {
  const { log } = deps.record
  const pages = await Promise.all(
    streams.map((stream) => log.readStream(stream, { direction: 'backward', limit: 1 })),
  )
  const ends = pages.flat()
  const last = ends.toSorted((one, other) => (one.position < other.position ? 1 : -1))[0]
  const seal = last && (await findSealOfEvent(deps, last))
  return seal && { seal, ends: new Map(ends.map(({ stream, revision }) => [stream, revision])) }
}

/**
 * The newest seal, once it covers an event.
 * @returns undefined when that takes longer than two seconds
 */
async function findSealOfEvent(
  { record, pause }: Pick<CollectDeps, 'record' | 'pause'>,
  last: Pick<StoredEvent, 'position'>,
): Promise<NotedSeal | undefined> {
  for (let waitedMs = 0; waitedMs <= SEAL_MS_MAX; waitedMs += POLL_MS) {
    const [seal, index] = await Promise.all([findSignedSeal(record), record.tree.indexOf(last.position)])
    const isCovered = seal !== undefined && index !== undefined && index < seal.size
    // The file is signed by one key: that of its checkpoint.
    if (isCovered && seal.keyId === record.signer.id) return seal
    await (waitedMs === 0 && record.sealNow !== undefined ? record.sealNow() : pause(POLL_MS))
  }
  return undefined
}

/** Each event of the streams up to their ends, with its proof; a page at a time. Events of later are the next file's. */
export async function* provedEvents(
  deps: CollectDeps,
  streams: readonly string[],
  { seal, ends }: CoveredStreams,
): AsyncGenerator<ProvedEvent, void> {
  for (const stream of streams)
    for await (const page of pagesOf(deps, stream, ends.get(stream)))
      yield* await proveEvents(deps, page, seal)
}

interface EventPair {
  readonly stored: StoredEvent
  readonly opened: StoredEvent
}

async function* pagesOf(
  { record: { log }, opened }: CollectDeps,
  stream: string,
  to = -1n,
): AsyncGenerator<readonly EventPair[], void> {
  for (let next = 0n; next <= to;) {
    const options = { from: next, limit: Math.min(PAGE_EVENTS, Number(to - next) + 1) }
    const [page, clear] = await Promise.all([
      log.readStream(stream, options),
      opened.readStream(stream, options),
    ])
    yield page.map((stored, nth) => ({ stored, opened: clear[nth] ?? stored }))
    const last = page.at(-1)
    if (last === undefined) return
    next = last.revision + 1n
  }
}

/**
 * Two queries for all events of a page.
 * @throws TileDamaged when one of them is not in the tree under the seal
 */
async function proveEvents(
  { record: { tree } }: Pick<CollectDeps, 'record'>,
  page: readonly EventPair[],
  { size, root, checkpoint }: NotedSeal,
): Promise<readonly ProvedEvent[]> {
  const indexes = await tree.indexesOf(page.map(({ stored }) => stored.position))
  const unproved = (nth: number): TileDamaged =>
    new TileDamaged(
      `event ${page[nth]!.stored.id} has no proof: log, tables of the tree and seal do not agree`,
    )
  const ranges = indexes.map((index, nth) => {
    if (index === undefined || index >= size) throw unproved(nth)
    return inclusionRanges(index, size)
  })
  const all = await tree.hashesOf(ranges.flat())
  let taken = 0
  return page.map(({ stored, opened }, nth) => {
    const index = indexes[nth]!
    const hashes = all.slice(taken, (taken += ranges[nth]!.length))
    const proved = rootOfInclusion(leafHash(leafOf(stored)), { index, size }, hashes)
    if (proved?.equals(root) !== true) throw unproved(nth)
    return { stored, opened: openedFieldsOf(stored, opened), proof: { index, hashes, checkpoint } }
  })
}

const isCiphertext = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && 'sealed' in value

function openedFieldsOf(stored: StoredEvent, opened: StoredEvent): Readonly<Record<string, JsonValue>> {
  const fields: Record<string, JsonValue> = {}
  for (const [field, value] of Object.entries(stored.data)) {
    const clear = opened.data[field]
    if (isCiphertext(value) && clear !== undefined && !isCiphertext(clear)) fields[field] = clear
  }
  return fields
}
