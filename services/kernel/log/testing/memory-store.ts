import {
  type EventStore,
  START,
  StoreError,
  conflict,
  positionOf,
  type AppendResult,
  type EventMeta,
  type Expected,
  type LogPage,
  type Position,
  type Revision,
  type StoredEvent,
  isJsonObject,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { createLogWatchers, openStore, type LogAdapter } from '../open-store.ts'
import { judgeAppend, revisionBefore, faultInMeta, type PreparedEvent } from '../check-append.ts'
import type { CommandContext } from '../../commands.ts'

interface MemoryEventStoreOptions extends Pick<CommandContext, 'now' | 'newId'> {
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

export const openMemoryEventStore = (log: MemoryLog, deps: MemoryEventStoreOptions): Promise<EventStore> =>
  openStore(createAdapter(log, deps), deps)

function createAdapter(
  log: MemoryLog,
  { now, scannedEventsMax = STORE_LIMITS.scannedEventsMax }: MemoryEventStoreOptions,
): LogAdapter {
  return {
    append: async ({ stream, expected, events }) => {
      const result = appendTo(log, stream, expected, events, now().getTime())
      const types = new Set(events.map(({ type }) => type))
      if (!result.replayed) queueMicrotask(() => log.watchers.wake(types))
      return result
    },
    readStream: async (stream, range) => readStreamOf(log, stream, range),
    headPosition: async () => log.rows.at(-1)?.position ?? START,
    readPage: async (after, range) => readPageOf(log, after, { ...range, scannedEventsMax }),
    watch: log.watchers.watch,
    end: async () => undefined,
  }
}

interface MemoryRow extends PreparedEvent {
  readonly stream: string
  readonly revision: Revision
  readonly position: Position
  readonly recordedAtMs: number
}

export interface MemoryLog {
  readonly rows: MemoryRow[]
  readonly streams: Map<string, MemoryRow[]>
  readonly watchers: ReturnType<typeof createLogWatchers>
}

/** Gaps, as in EventStoreDB: callers must not count on the next number. */
const POSITION_STEP = 3n

export const createMemoryLog = (): MemoryLog => ({
  rows: [],
  streams: new Map(),
  watchers: createLogWatchers(),
})

export function addRow(log: MemoryLog, stream: string, event: PreparedEvent, recordedAtMs: number): void {
  const rows = log.streams.get(stream) ?? []
  const position = positionOf(BigInt(log.rows.length + 1) * POSITION_STEP)
  const row = { ...event, stream, revision: BigInt(rows.length), position, recordedAtMs }
  rows.push(row)
  log.rows.push(row)
  log.streams.set(stream, rows)
}

function appendTo(
  log: MemoryLog,
  stream: string,
  expected: Expected,
  events: readonly PreparedEvent[],
  recordedAtMs: number,
): AppendResult {
  const rows = log.streams.get(stream) ?? []
  const from = Number(revisionBefore(expected)) + 1
  const idsAfterExpected = idsOf(rows.slice(from, from + events.length))
  const found = { head: BigInt(rows.length - 1), idsAfterExpected }
  const verdict = judgeAppend(found, expected, idsOf(events))
  if (verdict.kind === 'conflict') throw conflict(stream, expected, verdict.actual)
  if (verdict.kind === 'write') for (const event of events) addRow(log, stream, event, recordedAtMs)
  const last = log.streams.get(stream)?.[from + events.length - 1]
  if (last === undefined) throw new Error(`stream ${stream}: what was written is missing`)
  return { revision: last.revision, position: last.position, replayed: verdict.kind === 'replayed' }
}

const idsOf = (events: readonly PreparedEvent[]): readonly string[] => events.map(({ id }) => id)

function readStreamOf(
  log: MemoryLog,
  stream: string,
  { from = 0n, isForward, limit }: Parameters<LogAdapter['readStream']>[1],
): readonly StoredEvent[] {
  const rows = (log.streams.get(stream) ?? []).slice(Number(from))
  return (isForward ? rows : rows.toReversed()).slice(0, limit).map(eventOf)
}

function readPageOf(
  log: MemoryLog,
  after: Position,
  {
    limit,
    types,
    scannedEventsMax,
  }: Parameters<LogAdapter['readPage']>[1] & { readonly scannedEventsMax: number },
): LogPage {
  const page: MemoryRow[] = []
  const first = indexAfter(after)
  const end = Math.min(log.rows.length, first + scannedEventsMax)
  let next = first
  for (; next < end && page.length < limit; next += 1) {
    const row = log.rows[next]
    if (row !== undefined && types?.includes(row.type) !== false) page.push(row)
  }
  const scannedTo = next === first ? after : log.rows[next - 1]!.position
  return { events: page.map(eventOf), scannedTo, isAtHead: next >= log.rows.length }
}

const indexAfter = (after: Position): number => Number(after / POSITION_STEP)

function eventOf(row: MemoryRow): StoredEvent {
  const { stream, revision, position, id, type, version } = row
  const data = parsed(row.dataJson)
  const meta = parsed(row.metaJson)
  const fault = isJsonObject(data) ? faultInMeta(meta) : 'data: not an object'
  if (fault !== undefined || !isJsonObject(data))
    throw new StoreError('Corrupt', `position ${position}: ${fault}`, {
      facts: { position, stream, revision, type },
    })
  const recordedAt = new Date(row.recordedAtMs)
  return { id, type, version, data, meta: meta as EventMeta, stream, revision, position, recordedAt }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
