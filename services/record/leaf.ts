import { hash } from 'node:crypto'
import type { EventStore, JsonObject, JsonValue, Position, StoredEvent } from '@app/contracts/event-store.ts'
import { readPastDamaged, type PagePast } from '../kernel/log-pages.ts'

/** Far deeper than any append. The stack of the process would end at another depth each time. */
const DEPTH_MAX = 256

/** JSON of RFC 8785. V8 writes numbers and texts so; keys need an order. @throws TypeError for no JSON, or too deep */
export const canonicalJson = (value: JsonValue): string => canonicalAt(value, 0)

/** Texts without anything to escape, which most are. */
const PLAIN = /^[ !#-[\]-~]*$/
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

function canonicalAt(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return quoted(value)
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
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonicalAt(value, depth)}`
  }
  return `{${members}}`
}

export const HASH_BYTES = 32

export interface Leaf {
  readonly position: Position
  readonly text: string
  readonly hash: string
}

/** Hashes at once, which makes one text of all its parts: a page of parts keeps the garbage collector busy. */
const leafAt = (position: Position, fields: object): Leaf => {
  const text = canonicalJson(fields as JsonObject)
  return { position, text, hash: hash('sha256', text) }
}

export const hashesOf = (leaves: readonly Leaf[]): Buffer =>
  Buffer.from(leaves.map((leaf) => leaf.hash).join(''), 'hex')

export const hashOf = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer')

/** All that the product shows. Personal fields are ciphertext: no erasure changes it, and no guess is confirmed. */
export function leafOf(event: StoredEvent): Leaf {
  const { id, stream, type, version, data, meta, position } = event
  const [revision, recordedAt] = [String(event.revision), event.recordedAt.toISOString()]
  const fields = { id, stream, revision, position: String(position), recordedAt, type, version, data, meta }
  try {
    return leafAt(position, fields)
  } catch {
    return unreadable(position, { stream, revision })
  }
}

/** Bytes that are no event have a leaf as well, or one of them would end the chain. */
const unreadable = (position: Position, place: { readonly stream: string; readonly revision: string }) =>
  leafAt(position, { ...place, position: String(position), unreadable: true })

type Log = Pick<EventStore, 'readAll'>

/** @param page a damaged event stands behind its events */
export function leavesOf({ events, damaged }: Pick<PagePast, 'events' | 'damaged'>): readonly Leaf[] {
  const leaves = events.map(leafOf)
  if (damaged === undefined) return leaves
  const { position, stream, revision } = damaged.facts
  return [...leaves, unreadable(position as Position, { stream: String(stream), revision: String(revision) })]
}

const PAGE_EVENTS = 4_096

export interface LeafReader {
  /** The next ones of the log: fewer than `count` only at its end. */
  take(count: number): Promise<readonly Leaf[]>
}

/** Reads a log in its order; of it only two pages are in memory, as one is read ahead. */
export function readLeaves(log: Log, start: Position): LeafReader {
  const read = (after: Position): Promise<PagePast> => {
    const page = readPastDamaged(log, after, { limit: PAGE_EVENTS })
    page.catch(() => undefined) // whoever takes it has its error
    return page
  }
  let waiting: readonly Leaf[] = []
  let next: Promise<PagePast> | undefined = read(start)
  return {
    take: async (count) => {
      while (waiting.length < count && next !== undefined) {
        const page: PagePast = await next
        next = page.isAtHead ? undefined : read(page.scannedTo)
        waiting = [...waiting, ...leavesOf(page)]
      }
      const taken = waiting.slice(0, count)
      waiting = waiting.slice(count)
      return taken
    },
  }
}
