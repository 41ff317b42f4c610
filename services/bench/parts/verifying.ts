import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { positionOf, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { checkpointText } from '@app/record/checkpoint.ts'
import { readHistory } from '@app/record/history/history-sources.ts'
import { verifyHistory } from '@app/record/history/verify-history.ts'
import { leafOf } from '@app/record/leaf.ts'
import { chainText } from '@app/record/seal-event.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import type { NewLeaf } from '@app/record/tree-tables.ts'
import { createGrowingRoot } from '@app/record/tree/growing-root.ts'
import { leafHash, type Hash } from '@app/record/tree/merkle-tree.ts'
import type { Figures } from '../part.ts'

const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
const FIRST_MS = Date.parse('2026-11-23T12:00:00.000Z')
const PAGE_LEAVES = 2_000
const MEASURED_EVERY = 10_000
const MIB = 1024 * 1024

interface Leaf {
  readonly event: StoredEvent
  readonly hash: Hash
}

/** A trickle: each event is followed by its seal. */
function createLeaves() {
  const tree = createGrowingRoot()
  let previous: { readonly size: number; readonly root: Hash } | undefined

  function eventAt(position: number, stream: string, type: string, data: StoredEvent['data']): StoredEvent {
    const id = `0199a000-0000-7000-8000-${String(position).padStart(12, '0')}`
    const recordedAt = new Date(FIRST_MS + position * 60_000)
    const occurredAt = recordedAt.toISOString()
    const meta = {
      actor: { kind: 'system', id: 'bench' },
      occurredAt,
      correlationId: id,
      causationId: null,
    } as const
    const revision = stream === LOG_SEALS_STREAM ? BigInt(position / 2 - 1) : 0n
    const [version, at] = [2, positionOf(BigInt(position))]
    return { id, stream, type, version, data, meta, recordedAt, revision, position: at }
  }

  function sealAt(position: number): StoredEvent {
    const { name, id: keyId, sign } = signer
    const head = { size: tree.size(), root: tree.root() }
    const signature = sign(checkpointText({ origin: name, ...head }))
    const sealedAt = new Date(FIRST_MS + position * 60_000).toISOString()
    const [before, previousSize] = [previous?.root, previous?.size ?? 0]
    const chain = { ...head, previous: before, previousSize, sealedAt, signature }
    previous = head
    return eventAt(position, LOG_SEALS_STREAM, 'LogSealed', {
      size: String(head.size),
      root: head.root.toString('base64'),
      previous: before?.toString('base64') ?? null,
      keyId,
      signature: signature.toString('base64'),
      previousSize: String(previousSize),
      chainSignature: sign(chainText(name, chain)).toString('base64'),
    })
  }

  return (position: number): Leaf => {
    const isSeal = position % 2 === 0
    const event = isSeal
      ? sealAt(position)
      : eventAt(position, `visit-${position}`, 'ProfileTapped', { visitId: String(position) })
    const hash = leafHash(leafOf(event))
    tree.add(hash)
    return { event, hash }
  }
}

/** Made while it is read: three readers go on beside each other, and what all have read is forgotten. */
function createGeneratedLog(seals: number) {
  const next = createLeaves()
  const end = 2 * seals
  const window = new Map<number, Leaf>()
  const read = { log: 0, seals: 0, tables: 0 }
  let [made, forgotten, generatedMs] = [0, 0, 0]

  function take(reader: keyof typeof read, from: number, to: number): readonly Leaf[] {
    const startedMs = performance.now()
    for (; made < to; made += 1) window.set(made + 1, next(made + 1))
    const taken: Leaf[] = []
    for (let position = from; position <= to; position += 1) taken.push(window.get(position)!)
    read[reader] = to
    for (const all = Math.min(...Object.values(read)); forgotten < all; forgotten += 1)
      window.delete(forgotten + 1)
    generatedMs += performance.now() - startedMs
    return taken
  }

  const log: Pick<EventStore, 'readAll' | 'readStream' | 'head'> = {
    readAll: async (after, { limit = PAGE_LEAVES } = {}) => {
      const to = Math.min(end, Number(after) + limit)
      const events = take('log', Number(after) + 1, to).map(({ event }) => event)
      return { events, scannedTo: positionOf(BigInt(to)), isAtHead: to === end }
    },
    readStream: async (_stream, { from = 0n, limit = PAGE_LEAVES } = {}) => {
      const to = Math.min(seals, Number(from) + limit)
      const leaves = take('seals', 2 * Number(from) + 1, 2 * to)
      return leaves.map(({ event }) => event).filter(({ stream }) => stream === LOG_SEALS_STREAM)
    },
    head: async () => BigInt(seals - 1),
  }
  async function* leaves(count: number): AsyncGenerator<readonly NewLeaf[], void> {
    for (let from = 0; from < count; from += PAGE_LEAVES)
      yield take('tables', from + 1, Math.min(count, from + PAGE_LEAVES)).map(({ event, hash }) => ({
        hash,
        position: event.position,
      }))
  }
  return { log, leaves, size: end, generatedMs: () => generatedMs }
}

/** What is in use after a collection, beyond what was before. */
function createHeapWatch() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let most = before
  return {
    look: (): void => void (most = Math.max(most, used())),
    grownMib: (): number => (most - before) / MIB,
  }
}

/** `verify history` over a log of so many seals: its own time, and how its memory grows. */
export async function measureVerifying(seals: number): Promise<Figures> {
  const { log, leaves, size, generatedMs } = createGeneratedLog(seals)
  const heap = createHeapWatch()
  const state = { size } as Awaited<ReturnType<Parameters<typeof readHistory>[0]['tree']['state']>>
  const startedMs = performance.now()
  const inspected = {
    ...log,
    inspect: async () => ({
      closedStreams: [],
      misplaced: [],
      disordered: [],
      gaps: [],
      notPlain: [],
      rows: undefined,
    }),
  }
  const tree = { leaves, state: async () => state }
  const history = await readHistory({ log: inspected, tree, vkey: signer.vkey })
  let [nth, watchedMs] = [0, 0]
  async function* watched() {
    for await (const page of history.events) {
      const beforeMs = performance.now()
      if ((nth += page.length) % MEASURED_EVERY < page.length) heap.look()
      watchedMs += performance.now() - beforeMs
      yield page
    }
  }
  const verdict = await verifyHistory({ ...history, events: watched() })
  if (verdict.findings.length > 0 || verdict.events !== size) throw new Error('a whole log is not verified')
  return {
    seconds: (performance.now() - startedMs - generatedMs() - watchedMs) / 1_000,
    mib: heap.grownMib(),
  }
}
