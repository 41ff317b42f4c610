import { hash } from 'node:crypto'
import type { EventStore, JsonObject, JsonValue, Position, StoredEvent } from '@app/contracts/event-store.ts'
import { readPastDamaged, type PagePast } from '../kernel/log-pages.ts'

/** Far deeper than any append. The stack of the process would end at another depth each time. */
const DEPTH_MAX = 256

/**
 * JSON as RFC 8785 has it: keys in the order of their UTF-16 units, no spaces. V8 writes numbers and texts as that RFC
 * demands, so that only the order is left to do.
 * @throws TypeError for what JSON cannot hold, and for what is nested too deeply
 */
export const canonicalJson = (value: JsonValue): string => canonicalAt(value, 0)

function canonicalAt(value: JsonValue, depth: number): string {
  if (typeof value === 'object' && value !== null) {
    if (depth > DEPTH_MAX) throw new TypeError(`nested more deeply than ${DEPTH_MAX}`)
    return Array.isArray(value)
      ? `[${value.map((item) => canonicalAt(item, depth + 1)).join(',')}]`
      : canonicalObject(value as JsonObject, depth + 1)
  }
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    throw new TypeError(`JSON has no ${String(value)}`)
  return text
}

/** Without a list of entries: this is most of what a block costs. */
function canonicalObject(object: JsonObject, depth: number): string {
  let members = ''
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value === undefined) continue
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalAt(value, depth)}`
  }
  return `{${members}}`
}

export const HASH_BYTES = 32

/** An event in the chain, by its place and its canonical text. */
export interface Leaf {
  readonly position: Position
  readonly text: string
}

export const hashOf = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')

/**
 * The chain has all that the product shows of an event, as it is stored. Personal fields are ciphertext, so that neither
 * an erasure changes it, nor a guess of what was erased can be confirmed.
 */
export function leafOf(event: StoredEvent): Leaf {
  const { id, stream, type, version, data, meta, position } = event
  const [revision, recordedAt] = [String(event.revision), event.recordedAt.toISOString()]
  const leaf = { id, stream, revision, position: String(position), recordedAt, type, version, data, meta }
  try {
    return { position, text: canonicalJson(leaf as unknown as JsonValue) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return unreadable({ position, stream, revision })
  }
}

/** Bytes that are no event have a leaf as well, or one of them would end the chain. */
const unreadable = ({
  position,
  ...place
}: {
  position: Position
  stream: string
  revision: string
}): Leaf => ({
  position,
  text: canonicalJson({ ...place, position: String(position), unreadable: true }),
})

type Log = Pick<EventStore, 'readAll'>

export function leavesOf({ events, damaged, scannedTo }: PagePast): readonly Leaf[] {
  const leaves = events.map(leafOf)
  if (damaged === undefined) return leaves
  const { stream, revision } = damaged.facts
  return [...leaves, unreadable({ position: scannedTo, stream: String(stream), revision: String(revision) })]
}

const PAGE_EVENTS = 2_000

export interface LeafReader {
  /** The next ones of the log: fewer than `count` only at its end. */
  take(count: number): Promise<readonly Leaf[]>
}

/** Reads a log in its order; of it only a page is in memory. */
export function readLeaves(log: Log, start: Position): LeafReader {
  let [after, isAtHead, waiting]: [Position, boolean, readonly Leaf[]] = [start, false, []]
  return {
    take: async (count) => {
      while (waiting.length < count && !isAtHead) {
        const limit = Math.max(PAGE_EVENTS, count - waiting.length)
        const page = await readPastDamaged(log, after, { limit })
        waiting = [...waiting, ...leavesOf(page)]
        ;({ scannedTo: after, isAtHead } = page)
      }
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      return taken
    },
  }
}
