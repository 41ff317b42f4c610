import type { EventStore, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import type { ProvedEvent } from './expediente.ts'
import { leafOf } from './leaf.ts'
import { findNewestSeal, type NotedSeal } from './seal-tables.ts'
import type { SealedRecord } from './sealed-record.ts'
import { inclusionRanges, leafHash, rootOfInclusion } from './tree/merkle-tree.ts'
import { TileDamaged } from './tree/tiles.ts'

/** Events of some streams, up to their last ones of now. */
export interface Streams {
  readonly names: readonly string[]
  /** Of the first stream: events before it belong to somebody else. */
  readonly from?: bigint
}

const PAGE_EVENTS = 200
const SEAL_MS_MAX = 2_000
const POLL_MS = 100

export interface CollectDeps {
  readonly record: SealedRecord
  /** The same log with its personal fields opened. */
  readonly opened: Pick<EventStore, 'readStream'>
  readonly pause: (ms: number) => Promise<unknown>
}

/** The newest seal, once it covers the last event of each stream; undefined as for one event. */
export async function findCoveringSeal(
  deps: CollectDeps,
  streams: readonly string[],
): Promise<NotedSeal | undefined> {
  const { log } = deps.record
  const pages = await Promise.all(
    streams.map((stream) => log.readStream(stream, { direction: 'backward', limit: 1 })),
  )
  const last = pages.flat().toSorted((one, other) => (one.position < other.position ? 1 : -1))[0]
  return last && findSealOfEvent(deps, last)
}

/**
 * The newest seal, once it covers an event.
 * @returns undefined when that takes longer than two seconds
 */
export async function findSealOfEvent(
  { record: { db, tree, signer, sealNow }, pause }: Pick<CollectDeps, 'record' | 'pause'>,
  last: Pick<StoredEvent, 'position'>,
): Promise<NotedSeal | undefined> {
  for (let waitedMs = 0; waitedMs <= SEAL_MS_MAX; waitedMs += POLL_MS) {
    const [seal, index] = await Promise.all([findNewestSeal(db), tree.indexOf(last.position)])
    const isCovered = seal !== undefined && index !== undefined && index < seal.size
    // The file is signed by one key: that of its checkpoint.
    if (isCovered && seal.keyId === signer.id) return seal
    await (waitedMs === 0 && sealNow !== undefined ? sealNow() : pause(POLL_MS))
  }
  return undefined
}

/** Each event of the streams that the seal covers, with its proof; a page at a time. */
export async function* provedEvents(
  deps: CollectDeps,
  { names, from }: Streams,
  seal: NotedSeal,
): AsyncGenerator<ProvedEvent, void> {
  for (const [nth, stream] of names.entries())
    for await (const page of pagesOf(deps, stream, nth === 0 ? (from ?? 0n) : 0n)) {
      const proved = await proveEvents(deps, page, seal)
      yield* proved
      // An event of after the seal: the next file has it.
      if (proved.length < page.length) break
    }
}

interface EventPair {
  readonly stored: StoredEvent
  readonly opened: StoredEvent
}

async function* pagesOf(
  { record: { log }, opened }: CollectDeps,
  stream: string,
  from: bigint,
): AsyncGenerator<readonly EventPair[], void> {
  for (let next = from; ;) {
    const options = { from: next, limit: PAGE_EVENTS }
    const [page, clear] = await Promise.all([
      log.readStream(stream, options),
      opened.readStream(stream, options),
    ])
    yield page.map((stored, nth) => ({ stored, opened: clear[nth] ?? stored }))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_EVENTS) return
    next = last.revision + 1n
  }
}

/** Two queries for all events of a page, up to the first one that the seal does not cover. */
export async function proveEvents(
  { record: { tree } }: Pick<CollectDeps, 'record'>,
  page: readonly EventPair[],
  { size, root, checkpoint }: NotedSeal,
): Promise<readonly ProvedEvent[]> {
  const found = await tree.indexesOf(page.map(({ stored }) => stored.position))
  const end = found.findIndex((index) => index === undefined || index >= size)
  const indexes = (end < 0 ? found : found.slice(0, end)).map(Number)
  const ranges = indexes.map((index) => inclusionRanges(index, size))
  const all = await tree.hashesOf(ranges.flat())
  let taken = 0
  return indexes.map((index, nth) => {
    const { stored, opened } = page[nth]!
    const hashes = all.slice(taken, (taken += ranges[nth]!.length))
    const proved = rootOfInclusion(leafHash(leafOf(stored)), { index, size }, hashes)
    if (proved?.equals(root) !== true)
      throw new TileDamaged(`event ${stored.id} has no proof: log, tables of the tree and seal do not agree`)
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
