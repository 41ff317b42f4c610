import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { readPastDamaged } from '@app/event-store/log-pages.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { KafkaRefused, SEND_MS_MAX, type Kafka, type KafkaRecord } from './kafka-port.ts'
import { readRecord, kafkaRecordOf } from './kafka-record.ts'
import { withMac } from './record-mac.ts'
import { LeaseLost, takeLease, type LeaseDeps, type RelayLease } from './relay-lease.ts'

export interface RelayDeps extends Omit<LeaseDeps, 'storeId'> {
  /** As it is stored: personal fields stay encrypted. */
  readonly log: Pick<EventStore, 'storeId' | 'readAll' | 'watch'>
  readonly kafka: Pick<Kafka, 'prepare' | 'newest' | 'produce'>
  /** Shared with those who follow the topic for read models. */
  readonly macKey: Buffer
  readonly now: () => Date
  readonly onSent: (records: number) => void
  /** Called for every failure after which the relay goes on by itself. */
  readonly onTrouble: (error: Error) => void
  /** The relay has stopped: somebody must change what the brokers have, or the settings. */
  readonly onRefused: (error: KafkaRefused) => void
}

export interface Relay {
  status(): { readonly state: 'active' | 'standby' | 'refused'; readonly lagSeconds: number }
  stop(): Promise<void>
}

const BATCH_EVENTS = 500
/** Brokers refuse a batch of more than 1 MB; a single event is always below that. */
const SEND_BYTES_MAX = 700_000
/** Of a record beside its data. */
const HEADER_BYTES = 1_000
const POLL_MS = 1_000
const STANDBY_MS = 2_000
const AGAIN_MS = 1_000

interface Turn {
  readonly lease: RelayLease
  /** Position of the event that went before the next one, as far as this process knows. */
  previous: Position
  /** Read up to here: beyond that event by what is no event of this log. */
  scannedTo: Position
}

interface Run {
  readonly deps: RelayDeps
  readonly signal: WakeSignal
  state: ReturnType<Relay['status']>['state']
  turn: Turn | undefined
  /** When the oldest event that is not sent yet was recorded. */
  pendingSince: Date | undefined
}

/** Sends each event of the log to Kafka at least once and in order, or stands by while another process does. */
export function startRelay(deps: RelayDeps): Relay {
  const signal = createWakeSignal()
  const run: Run = { deps, signal, state: 'standby', turn: undefined, pendingSince: undefined }
  const unwatch = deps.log.watch(signal.notify)
  const running = relay(run)
  return {
    status: () => ({
      state: run.state,
      lagSeconds:
        run.pendingSince === undefined ? 0 : (deps.now().getTime() - run.pendingSince.getTime()) / 1_000,
    }),
    stop: async () => {
      unwatch()
      signal.end()
      await running
    },
  }
}

async function relay(run: Run): Promise<void> {
  const { deps, signal } = run
  while (!signal.ended && run.state !== 'refused') {
    try {
      run.turn ??= await takeTurn(deps)
      if (run.turn === undefined) await signal.sleep(STANDBY_MS)
      else await lead(run, run.turn)
    } catch (error) {
      await recover(run, error as Error)
    }
  }
  run.pendingSince = undefined
  await run.turn?.lease.release().catch(() => undefined)
}

async function recover(run: Run, error: Error): Promise<void> {
  if (error instanceof LeaseLost) {
    run.turn = undefined
    run.pendingSince = undefined
    run.state = 'standby'
  } else if (error instanceof KafkaRefused) {
    run.state = 'refused'
    run.deps.onRefused(error)
  } else {
    run.deps.onTrouble(error)
    await run.signal.sleep(AGAIN_MS)
  }
}

async function takeTurn({ db, log, monotonicMs }: RelayDeps): Promise<Turn | undefined> {
  const lease = await takeLease({ db, storeId: log.storeId, monotonicMs })
  return lease && { lease, previous: lease.position(), scannedTo: lease.position() }
}

async function lead(run: Run, turn: Turn): Promise<void> {
  const { deps, signal } = run
  // Brokers that are away from the start: what waits for them is told all the same.
  const [waiting] = (await readPastDamaged(deps.log, turn.scannedTo, { limit: 1 })).events
  run.pendingSince = waiting?.recordedAt
  // Silent brokers must not hold up a stop.
  await signal.orEnd(prepareTopic(deps, turn.lease.position()))
  run.state = 'active'
  while (!signal.ended) {
    signal.clear()
    if (!(await sendNext(run, turn))) continue
    run.pendingSince = undefined
    await signal.wait(POLL_MS)
  }
}

/** A batch, and the checkpoint behind it. @returns whether there is no more */
async function sendNext(run: Run, turn: Turn): Promise<boolean> {
  const { log, kafka, macKey, onSent } = run.deps
  const { signal } = run
  const { lease } = turn
  const page = await readPastDamaged(log, turn.scannedTo, { limit: BATCH_EVENTS })
  run.pendingSince = page.events[0]?.recordedAt
  let { previous } = turn
  const records: KafkaRecord[] = []
  let bytes = 0
  for (const event of page.events) {
    const record = withMac(kafkaRecordOf(event, log.storeId, previous), macKey)
    bytes += record.value.length + HEADER_BYTES
    if (bytes > SEND_BYTES_MAX && records.length > 0) break
    records.push(record)
    previous = event.position
  }
  const isWhole = records.length === page.events.length
  // Two relays that send at once would only repeat, but for longer than need be.
  await lease.hold(SEND_MS_MAX)
  if (signal.ended) return true
  if (records.length > 0) {
    if ((await signal.orEnd(kafka.produce(records).then(() => true))) !== true) return true
    onSent(records.length)
  }
  // A damaged event is not sent: the next record names it, so that readers look for it in the log.
  turn.previous = page.damaged === undefined ? previous : page.scannedTo
  turn.scannedTo = isWhole ? page.scannedTo : previous
  // To an event, which the next relay's first record names: else its readers would miss something.
  if (turn.previous > lease.position()) await lease.advance(turn.previous)
  return isWhole && page.isAtHead
}

/**
 * Makes the topic. Before a log's first event it must have none of another log: positions of two would stop each other's
 * readers. @throws KafkaRefused @throws Error while no broker answers
 */
export async function prepareTopic(
  {
    kafka,
    log,
  }: { readonly kafka: Pick<Kafka, 'prepare' | 'newest'>; readonly log: Pick<EventStore, 'storeId'> },
  sentTo: Position,
): Promise<void> {
  await kafka.prepare()
  if (sentTo > START) return
  const newest = await kafka.newest()
  const read = newest && readRecord(newest)
  if (read !== undefined && read.storeId !== log.storeId)
    throw new KafkaRefused(`the topic has events of another log (${read.storeId})`)
}
