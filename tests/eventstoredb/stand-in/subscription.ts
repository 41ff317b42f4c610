import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, firstFrom } from './all-position.ts'
import { eventFilterOf, type EventFilter } from './event-filter.ts'
import type { Line, ReadCall } from './line.ts'
import type { Located } from './log-reader.ts'
import { caughtUp, checkpoint, confirmation, maxUlongCheckpoint } from './calls/read-answers.ts'
import { wireAt } from './record-format.ts'
import { failure, subscribedFromInvalidPosition, streamDeleted } from './refusals.ts'
import type { ServerState, StreamEnd } from './state.ts'
import { resetStream } from './stream-reset.ts'
import { streamOf } from './wire-event.ts'

export interface SubscriptionRequest {
  readonly state: ServerState
  readonly call: ReadCall
  readonly line: Line
  readonly located: Located
  readonly options: streams.ReadReq.Options
}

/** The source of a subscription, and its start. */
interface Followed {
  /** The number of the record at that index, undefined beyond the committed ones. */
  readonly at: (index: number) => number | undefined
  readonly index: number
  readonly filter: EventFilter | undefined
  readonly isFromStart: boolean
  /** The checkpoint of its start. */
  readonly beginning?: Uint8Array | undefined
  /** Whether it starts live, at or after the last record. */
  readonly isAhead: boolean
  readonly isWanted: (record: number) => boolean
}

const RECORDS_AT_ONE_GO = 4_096

/** Follows $all, from after a position or from one end. */
export async function subscribeToAll(request: SubscriptionRequest): Promise<void> {
  const { state, located, options } = request
  const { log } = state
  const start = allStartOf(options.getAll()!)
  await request.line.send(confirmation(randomUUID()))
  const index = firstFrom(log, start, 'exclusive')
  if (index === 'invalid') throw subscribedFromInvalidPosition()
  const filterOptions = options.getFilter()
  const filter = filterOptions === undefined ? undefined : eventFilterOf(log, located, filterOptions)
  // A start beyond the end applies to later records too.
  const after = typeof start === 'object' && index >= log.committed() ? Number(start.commit) : -1
  await follow(request, {
    at: (record) => (record < log.committed() ? record : undefined),
    index,
    filter,
    isFromStart: start === 'start',
    beginning:
      typeof start === 'object' ? checkpoint(Number(start.commit), Number(start.prepare)) : undefined,
    isAhead: start === 'end' || index >= log.committed(),
    isWanted: (record) =>
      log.records.position(record) > after &&
      (filter?.matches(record) ?? true) &&
      (state.traps.has('system-events') || !log.records.isSystem(record)),
  })
}

/** Follows one stream, which need not exist yet. */
export async function subscribeToStream(request: SubscriptionRequest): Promise<void> {
  const { state, options } = request
  const { log } = state
  const asked = options.getStream()!
  const name = streamOf(asked.getStreamIdentifier())
  const { isTombstoned, records, truncateBefore } = log.stream(name)
  if (isTombstoned) throw streamDeleted(name)
  await request.line.send(confirmation(randomUUID()))
  const { length } = records
  const first = asked.hasRevision() ? Number(asked.getRevision()) + 1 : asked.hasEnd() ? length : 0
  await follow(request, {
    at: (revision) => {
      const record = log.stream(name).records[revision]
      return record !== undefined && record < log.committed() ? record : undefined
    },
    index: Math.min(first, length),
    filter: undefined,
    isFromStart: false,
    isAhead: false,
    isWanted: (record) => log.records.revision(record) >= truncateBefore,
  })
}

async function follow(request: SubscriptionRequest, followed: Followed): Promise<void> {
  const { state, line, call } = request
  let ended: StreamEnd | undefined
  const end = (how: StreamEnd): void => {
    ended = how
    line.close()
  }
  state.subscriptions.add(end)
  const stopListening = state.log.onCommitted(line.wake)
  try {
    await deliver(request, followed)
  } finally {
    stopListening()
    state.subscriptions.delete(end)
  }
  if (ended === undefined) return
  if (ended === 'reset' && state.traps.has('ends-by-reset')) return resetStream(call)
  if (ended === 'reset' || !state.traps.has('subscriptions-end-ok'))
    throw failure(status.UNAVAILABLE, 'The server is stopping.')
  call.end()
}

/** Catches up, reports it once, and continues with new records. One loop does it all, so that no gap occurs. */
async function deliver({ state, line, located }: SubscriptionRequest, followed: Followed): Promise<void> {
  const { at, filter, isWanted } = followed
  const progress = { index: followed.index, considered: 0, delivered: 0, isLive: false }
  const inTurn = createLag(state, followed.beginning)
  while (line.isOpen()) {
    const record = at(progress.index)
    if (record === undefined) {
      if (progress.isLive) await line.sleep()
      else await goLive(state, line, followed, progress)
      continue
    }
    progress.index++
    const isMatch = isWanted(record)
    if (isMatch) {
      progress.delivered++
      const waiting = line.send(located(record, wireAt))
      if (waiting !== undefined) await waiting
    }
    progress.considered++
    if (filter !== undefined && progress.considered % filter.checkpointEvery === 0) {
      const said = inTurn(checkpointAfter(state, record, isMatch, progress.isLive), progress.isLive)
      if (said !== undefined) await line.send(said)
    }
    if (progress.considered % RECORDS_AT_ONE_GO === 0) await yieldToOthers()
  }
}

/** While catching up, some servers name the beginning of the considered window, which is the end of the one before. */
function createLag({ traps }: ServerState, beginning: Uint8Array | undefined) {
  let before = beginning
  return (now: Uint8Array, isLive: boolean): Uint8Array | undefined => {
    if (isLive || !traps.has('checkpoint-lags')) return now
    const said = before
    before = now
    return said
  }
}

async function goLive(
  state: ServerState,
  line: Line,
  followed: Followed,
  progress: { index: number; delivered: number; isLive: boolean },
): Promise<void> {
  progress.isLive = true
  const { at, filter, isFromStart, isAhead, isWanted } = followed
  const last = at(progress.index - 1)
  if (filter !== undefined && last !== undefined && !isAhead) {
    const isWithoutMatch = isFromStart && progress.delivered === 0
    if (isWithoutMatch && state.traps.has('max-ulong-checkpoint')) await line.send(maxUlongCheckpoint())
    await line.send(checkpointAfter(state, last, isWanted(last), false))
  }
  await line.send(caughtUp())
}

/**
 * The checkpoint after a considered record. While catching up, it is the limit of a page (commit of the next record,
 * prepare 0), or without that trap the last considered record. Live, it is that record itself.
 */
function checkpointAfter(
  state: ServerState,
  record: number,
  isDelivered: boolean,
  isLive: boolean,
): Uint8Array {
  const position = state.log.records.position(record)
  if (isLive) return checkpoint(position, position)
  if (state.traps.has('checkpoint-on-next-event')) return checkpoint(state.log.endOf(record), 0)
  // (X, 0) is before (X, X), so it would request a delivered record again.
  return checkpoint(position, isDelivered ? position : 0)
}
