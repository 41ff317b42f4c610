import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { constants, type ServerHttp2Stream } from 'node:http2'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, firstFrom } from './all-position.ts'
import { eventFilterOf } from './event-filter.ts'
import type { Line, ReadCall } from './line.ts'
import type { Log, StoredRecord } from './log.ts'
import { caughtUp, checkpoint, confirmation, maxUlongCheckpoint } from './calls/read-answers.ts'
import { subscribedFromInvalidPosition } from './refusals.ts'
import type { ServerState, StreamEnd } from './state.ts'

export interface SubscriptionRequest {
  readonly state: ServerState
  readonly call: ReadCall
  readonly line: Line
  readonly options: streams.ReadReq.Options
}

const RECORDS_AT_ONE_GO = 4_096

/** Follows $all, from after a position or from one end. */
export async function subscribeToAll(request: SubscriptionRequest): Promise<void> {
  const { state, call, line } = request
  line.send(confirmation(randomUUID()))
  let ended: StreamEnd | undefined
  const end = (how: StreamEnd): void => {
    ended = how
    line.close()
  }
  state.subscriptions.add(end)
  const stopListening = state.log.onCommitted(line.wake)
  try {
    await deliver(request)
  } finally {
    stopListening()
    state.subscriptions.delete(end)
  }
  // A subscription that the server ends, ends with status OK; a server that stops ends it without any.
  if (ended === 'reset') resetStream(call)
  if (ended === 'complete') call.end()
}

/** RST_STREAM with code 0. */
function resetStream(call: object): void {
  const { stream } = (call as { readonly call: { readonly stream: ServerHttp2Stream } }).call
  stream.close(constants.NGHTTP2_NO_ERROR)
}

function wantedBy(log: Log, options: streams.ReadReq.Options) {
  const start = allStartOf(options.getAll()!)
  const first = firstFrom(log, start, 'exclusive')
  if (first === 'invalid') throw subscribedFromInvalidPosition()
  const asked = options.getFilter()
  const filter = asked && eventFilterOf(asked)
  const isAhead = start === 'end' || first >= log.committed()
  // A start beyond the end applies to later records too.
  const after = typeof start === 'object' && isAhead ? Number(start.commit) : -1
  const isWanted = (record: StoredRecord): boolean =>
    record.position > after && (filter?.matches(record) ?? true)
  return { start, first, filter, isAhead, isWanted }
}

/** Catches up, reports it once, and continues with new records. One loop does it all, so that no gap occurs. */
async function deliver({ state: { log }, line, options }: SubscriptionRequest): Promise<void> {
  const { start, first, filter, isAhead, isWanted } = wantedBy(log, options)
  // A subscription that catches up names the beginning of the considered window, so at first its own start.
  let lagging =
    typeof start === 'object' ? checkpoint(Number(start.commit), Number(start.prepare)) : undefined
  let [considered, delivered, isLive] = [0, 0, false]
  /** The limit of a page: exactly the position of the record that comes next. */
  const checkpointBefore = (index: number): Uint8Array =>
    checkpoint(log.records[index]?.position ?? log.end(), 0)

  function goLive(index: number): void {
    isLive = true
    // From START without a match yet.
    if (filter !== undefined && start === 'start' && delivered === 0) line.send(maxUlongCheckpoint())
    if (filter !== undefined && index > 0 && !isAhead) line.send(checkpointBefore(index))
    line.send(caughtUp())
  }

  for (let index = first; line.isOpen();) {
    const record = index < log.committed() ? log.records[index] : undefined
    if (record === undefined) {
      if (isLive) await line.sleep()
      else goLive(index)
      continue
    }
    index++
    if (isWanted(record)) {
      delivered++
      line.send(record.wire)
    }
    considered++
    if (filter !== undefined && considered % filter.checkpointEvery === 0) {
      const now = isLive ? checkpoint(record.position, record.position) : checkpointBefore(index)
      const said = isLive ? now : lagging
      lagging = now
      if (said !== undefined) line.send(said)
    }
    if (considered % RECORDS_AT_ONE_GO === 0) await yieldToOthers()
  }
}
