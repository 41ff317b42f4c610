import { checkCommit, type CommitCheck, type Expected } from './commit-check.ts'
import type { StreamState } from './log.ts'
import type { LoggedRecord } from './record-format.ts'
import { isSystemRecord, type ServerState } from './state.ts'
import { softDeletion, statisticsRecord, tombstone, undeletion } from './system-records.ts'
import type { ProposedEvent } from './wire-event.ts'

export const APPEND_BYTES_MAX = 1024 * 1024
const STATISTICS_EVERY_USER_EVENTS = 40

export type Outcome =
  /** Revision and position to answer with; a position may be left out. */
  | { readonly kind: 'success'; readonly revision: number; readonly position: number | undefined }
  /** Revision of the stream's last event; -1: it has none. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'corrupted' }
  | { readonly kind: 'stream-deleted' }

/** Bytes that count against the limit of an append: data, metadata, and the type in UTF-16. */
export const sizeOnDisk = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + type.length * 2

export const isTooLarge = (state: ServerState, bytes: number): boolean =>
  bytes > APPEND_BYTES_MAX && state.traps.has('append-size-limit')

export interface Writer {
  readonly append: (stream: string, expected: Expected, events: readonly ProposedEvent[]) => Outcome
  readonly close: (stream: string, expected: Expected, how: 'soft' | 'tombstone') => Outcome
}

/** The one who writes: checks, writes in one go, and lets the server's own records in between. */
export function createWriter(state: ServerState, now: () => bigint): Writer {
  const { log } = state
  const check = (stream: StreamState, expected: Expected, ids: readonly string[]): CommitCheck => {
    const remembered = state.traps.has('forgetful-ids') ? state.idCache.find : state.idsEver
    return checkCommit(log, stream, expected, ids, remembered)
  }
  const written = (records: readonly LoggedRecord[]): void => {
    for (const record of records) {
      state.idCache.remember(record)
      if (!isSystemRecord(record)) state.userEventsSinceStatistics++
    }
    if (state.userEventsSinceStatistics < STATISTICS_EVERY_USER_EVENTS) return
    state.userEventsSinceStatistics = 0
    log.append([statisticsRecord(state.port(), log.records.length)], now())
  }
  return {
    append: (name, expected, events) => {
      const stream = log.stream(name)
      const ids = events.map(({ id }) => id)
      const checked = check(stream, expected, ids)
      if (checked.decision !== 'write') return outcomeOf(state, stream, checked)
      if (events.length === 0) return emptyWrite(stream)
      const back = checked.isUndelete ? [undeletion(name, stream.records.length)] : []
      const records = log.append([...back, ...events.map((event) => ({ ...event, stream: name }))], now())
      const own = records.slice(back.length)
      const answered = own.at(state.traps.has('first-append-position') ? 0 : -1)
      written(records)
      return { kind: 'success', revision: stream.records.length - 1, position: answered?.position }
    },
    close: (name, expected, how) => {
      const stream = log.stream(name)
      const record = how === 'tombstone' ? tombstone(name) : softDeletion(name)
      const checked = check(stream, expected, [record.id])
      if (checked.decision !== 'write') return outcomeOf(state, stream, checked)
      const records = log.append([record], now())
      written(records)
      return { kind: 'success', revision: stream.records.length - 1, position: records[0]?.position }
    },
  }
}

function outcomeOf(
  state: ServerState,
  stream: StreamState,
  checked: Exclude<CommitCheck, { decision: 'write' }>,
): Outcome {
  const wrongVersion = { kind: 'wrong-version', current: stream.records.length - 1 } as const
  switch (checked.decision) {
    case 'stream-deleted':
      return { kind: 'stream-deleted' }
    case 'wrong-version':
      return wrongVersion
    case 'corrupted':
      return state.traps.has('corrupted-idempotency') ? wrongVersion : { kind: 'corrupted' }
    case 'idempotent': {
      const position = state.traps.has('no-append-position') ? undefined : checked.last.position
      return { kind: 'success', revision: checked.last.revision, position }
    }
  }
}

/** A real server writes a record that no reader sees; here there is nothing to write. */
const emptyWrite = (stream: StreamState): Outcome => ({
  kind: 'success',
  revision: stream.records.length - 1,
  position: undefined,
})
