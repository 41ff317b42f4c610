import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, indexFrom, isLeftOut, type AllStart } from './all-position.ts'
import { eventFilterOf, type EventFilter } from './event-filter.ts'
import type { Line, ReadCall } from './line.ts'
import { openLogReader } from './log-reader.ts'
import { caughtUp, checkpoint, confirmation, maxUlongCheckpoint } from './calls/read-answers.ts'
import type { LoggedRecord } from './record-format.ts'
import { failure, subscribedFromInvalidPosition, streamDeleted } from './refusals.ts'
import { isSystemRecord, type ServerState } from './state.ts'
import { streamOf } from './wire-event.ts'

export interface SubscriptionRequest {
  readonly state: ServerState
  readonly call: ReadCall
  readonly line: Line
  readonly options: streams.ReadReq.Options
}

/** What a subscription follows, and from where. */
interface Followed {
  /** Grows while it is followed. */
  readonly records: readonly LoggedRecord[]
  readonly index: number
  readonly filter: EventFilter | undefined
  readonly isFromStart: boolean
  /** Starts live: it resumes at or after the last record. */
  readonly isAhead: boolean
  readonly isWanted: (record: LoggedRecord) => boolean
}

const RECORDS_AT_ONE_GO = 4_096

/** Follows $all, from after a position or from one end. */
export async function subscribeToAll(request: SubscriptionRequest): Promise<void> {
  const { state, options } = request
  const { log } = state
  const start = allStartOf(options.getAll()!)
  await request.line.send(confirmation(randomUUID()))
  const index = indexFrom(log, start, 'exclusive')
  if (index === 'invalid') throw subscribedFromInvalidPosition()
  const filterOptions = options.getFilter()
  const filter = filterOptions === undefined ? undefined : eventFilterOf(filterOptions)
  await follow(request, {
    records: log.records,
    index,
    filter,
    isFromStart: start === 'start',
    isAhead: start === 'end' || index === log.records.length,
    isWanted: (record) =>
      !isBefore(record, start) &&
      (filter?.matches(record) ?? true) &&
      (state.traps.has('system-events') || !isSystemRecord(record)),
  })
}

const isBefore = (record: LoggedRecord, start: AllStart): boolean =>
  typeof start === 'object' && isLeftOut(record, start, 'exclusive')

/** Follows one stream, which need not be there yet. */
export async function subscribeToStream(request: SubscriptionRequest): Promise<void> {
  const { state, options } = request
  const asked = options.getStream()!
  const name = streamOf(asked.getStreamIdentifier())
  const stream = state.log.stream(name)
  if (stream.isTombstoned) throw streamDeleted(name)
  await request.line.send(confirmation(randomUUID()))
  const { records } = stream
  const first = asked.hasRevision() ? Number(asked.getRevision()) + 1 : asked.hasEnd() ? records.length : 0
  const isWanted = ({ revision }: LoggedRecord): boolean => revision >= stream.truncateBefore
  const index = Math.min(first, records.length)
  await follow(request, { records, index, filter: undefined, isFromStart: false, isAhead: false, isWanted })
}

async function follow(request: SubscriptionRequest, followed: Followed): Promise<void> {
  const { state, line, call } = request
  let isEndedByServer = false
  const end = (): void => {
    isEndedByServer = true
    line.close()
  }
  state.subscriptions.add(end)
  const stopListening = state.log.onGrown(line.wake)
  try {
    await deliver(request, followed)
  } finally {
    stopListening()
    state.subscriptions.delete(end)
  }
  if (!isEndedByServer) return
  if (!state.traps.has('subscriptions-end-ok')) throw failure(status.UNAVAILABLE, 'The server goes away.')
  call.end()
}

/** Catches up, says so once, goes on with what comes. There is one loop for all of it, so there is no gap. */
async function deliver({ state, line }: SubscriptionRequest, followed: Followed): Promise<void> {
  const { records, filter, isWanted } = followed
  const bytesOf = openLogReader(state.log)
  const progress = { index: followed.index, considered: 0, delivered: 0, isLive: false }
  while (line.isOpen()) {
    const record = records[progress.index]
    if (record === undefined) {
      if (progress.isLive) await line.sleep()
      else await goLive(state, line, followed, progress)
      continue
    }
    progress.index++
    const isMatch = isWanted(record)
    if (isMatch) {
      progress.delivered++
      const waiting = line.send(bytesOf(record))
      if (waiting !== undefined) await waiting
    }
    progress.considered++
    if (filter !== undefined && progress.considered % filter.checkpointEvery === 0)
      await line.send(checkpointAfter(state, record, isMatch, progress.isLive))
    if (progress.considered % RECORDS_AT_ONE_GO === 0) await yieldToOthers()
  }
}

async function goLive(
  state: ServerState,
  line: Line,
  followed: Followed,
  progress: { index: number; delivered: number; isLive: boolean },
): Promise<void> {
  progress.isLive = true
  const { records, filter, isFromStart, isAhead, isWanted } = followed
  const last = records[progress.index - 1]
  if (filter !== undefined && last !== undefined && !isAhead) {
    const isWithoutMatch = isFromStart && progress.delivered === 0
    if (isWithoutMatch && state.traps.has('max-ulong-checkpoint')) await line.send(maxUlongCheckpoint())
    await line.send(checkpointAfter(state, last, isWanted(last), false))
  }
  await line.send(caughtUp())
}

/**
 * A checkpoint once a record was considered. Catching up, it is a page bound: commit of the next record, prepare 0, or
 * without that trap the last record considered. Live, it is that record itself.
 */
function checkpointAfter(
  state: ServerState,
  record: LoggedRecord,
  isDelivered: boolean,
  isLive: boolean,
): Uint8Array {
  if (isLive) return checkpoint(record.position, record.position)
  if (state.traps.has('checkpoint-on-next-event')) return checkpoint(record.end, 0)
  // (X, 0) lies before (X, X): of a record that was delivered it would ask for it again.
  return checkpoint(record.position, isDelivered ? record.position : 0)
}
