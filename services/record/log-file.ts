import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { LogHead } from '@app/contracts/record.ts'
import { START, type EventStore, type JsonValue, type StoredEvent } from '@app/contracts/event-store.ts'
import type { Codec, StreamReading } from '../kernel/codec.ts'
import { allBlocks, findBlockOver, headsBetween, type StoredBlock, type LogKey } from './blocks.ts'
import { HASH_BYTES, leafOf, readLeaves } from './leaf.ts'

// Files that prove what the log has: docs/check-log.mjs checks both kinds offline, docs/signed-log.md says how.

export type Entry =
  | { readonly about: JsonValue }
  /** Canonical JSON of an event as it is stored, and its personal fields in clear where their key still exists. */
  | { readonly event: string; readonly opened?: Readonly<Record<string, JsonValue>> }
  /** Hashes of a block whose events stand before it. Its head follows. */
  | { readonly leaves: string }
  | { readonly head: LogHead }

export interface RecordReader {
  readonly db: Pick<pg.Pool, 'query'>
  /** As it is stored: personal fields are ciphertext. */
  readonly log: Pick<EventStore, 'readAll' | 'readStream' | 'storeId'>
  readonly key: LogKey
}

/** The lines of a file. The last one signs all before it, so that no byte is changed and no line cut off unseen. */
export async function* signedLines(entries: AsyncIterable<Entry>, key: LogKey): AsyncGenerator<string, void> {
  const digest = createHash('sha256')
  for await (const entry of entries) {
    const line = `${JSON.stringify(entry)}\n`
    digest.update(line)
    yield line
  }
  const sha256 = digest.digest('hex')
  yield `${JSON.stringify({ end: sha256, signature: key.sign(`log file v1\n${sha256}\n`) })}\n`
}

const endOf = ({ leaves, head }: StoredBlock): readonly Entry[] => [
  { leaves: leaves.toString('base64') },
  { head },
]

interface About {
  readonly writtenAt: Date
  readonly streams?: readonly string[]
}
const aboutOf = ({ log, key }: RecordReader, { writtenAt, streams }: About): Entry => ({
  about: {
    log: log.storeId,
    written_at: writtenAt.toISOString(),
    public_key: key.pem,
    ...(streams && { streams }),
  },
})

export async function* exportedLog(record: RecordReader, writtenAt: Date): AsyncGenerator<Entry, void> {
  yield aboutOf(record, { writtenAt })
  const log = readLeaves(record.log, START)
  for await (const block of allBlocks(record.db)) {
    for (const { text } of await log.take(block.leaves.length / HASH_BYTES)) yield { event: text }
    yield* endOf(block)
  }
  for (let rest = await log.take(1); rest.length > 0; rest = await log.take(1)) yield { event: rest[0]!.text }
}

export async function* expediente(
  record: RecordReader & { readonly codec: Pick<Codec, 'decrypt'> },
  about: Required<About>,
): AsyncGenerator<Entry, void> {
  yield aboutOf(record, about)
  let block: StoredBlock | undefined
  let isSigned = true
  for await (const { stored, opened } of inOrder(record, about.streams)) {
    if (isSigned && !(block && stored.position <= block.through)) {
      const next = await findBlockOver(record.db, stored.position)
      yield* blockEnd(record, block, next?.head)
      isSigned = next !== undefined
      block = next
    }
    yield { event: leafOf(stored).text, ...openedFieldsOf(stored, opened) }
  }
  yield* blockEnd(record, block, undefined)
}

async function* blockEnd(
  { db }: RecordReader,
  block: StoredBlock | undefined,
  next: LogHead | undefined,
): AsyncGenerator<Entry, void> {
  if (block === undefined) return
  yield* endOf(block)
  for await (const head of headsBetween(db, block.head, next)) yield { head }
}

interface ReadEvent {
  readonly stored: StoredEvent
  readonly opened: StoredEvent
}

async function* inOrder(reader: StreamReading, streams: readonly string[]): AsyncGenerator<ReadEvent, void> {
  const waiting = streams.map((stream) => eventsOf(reader, stream))
  const firsts = await Promise.all(waiting.map((events) => events.next()))
  for (;;) {
    let first = -1
    for (const [nth, { done, value }] of firsts.entries())
      if (done !== true && (first < 0 || value.stored.position < firsts[first]!.value!.stored.position))
        first = nth
    if (first < 0) return
    yield firsts[first]!.value!
    firsts[first] = await waiting[first]!.next()
  }
}

const PAGE_EVENTS = 200

async function* eventsOf({ log, codec }: StreamReading, stream: string): AsyncGenerator<ReadEvent, void> {
  for (let from = 0n; ;) {
    const page = await log.readStream(stream, { from, limit: PAGE_EVENTS })
    const clear = await codec.decrypt(page)
    yield* page.map((stored, nth) => ({ stored, opened: clear[nth]! }))
    const last = page.at(-1)
    if (last === undefined) return
    from = last.revision + 1n
  }
}

const isCiphertext = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && 'sealed' in value

function openedFieldsOf(stored: StoredEvent, opened: StoredEvent) {
  const fields: Record<string, JsonValue> = {}
  for (const [field, value] of Object.entries(stored.data)) {
    const clear = opened.data[field]
    if (isCiphertext(value) && clear !== undefined && !isCiphertext(clear)) fields[field] = clear
  }
  return Object.keys(fields).length === 0 ? {} : { opened: fields }
}
