import { positionOf, START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type { PageSubscription, SubscribedLog } from '@app/kernel/subscription.ts'
import type pg from 'pg'
import { KafkaRefused, type Kafka, type KafkaRecord } from './kafka-port.ts'
import { kafkaRecordOf, readRecord } from './kafka-record.ts'
import { withMac } from './record-mac.ts'

/** The name of the relay's checkpoint. */
export const RELAY = 'relay'

export interface RelayDeps {
  /** As it is stored: personal fields stay encrypted. */
  readonly log: SubscribedLog
  readonly kafka: Pick<Kafka, 'prepare' | 'newest' | 'produce'>
  /** Shared with those who follow the topic for read models. */
  readonly macKey: Buffer
  readonly onSent: (records: number) => void
  /** When the oldest event that waits was recorded; undefined once all are sent. */
  readonly onPending: (since: Date | undefined) => void
}

const BATCH_EVENTS = 500
/** Brokers refuse a batch of more than 1 MB; a single event is always below that. */
const SEND_BYTES_MAX = 700_000
/** Of a record beside its data. */
const HEADER_BYTES = 1_000

/**
 * Sends each event of the log to Kafka at least once and in order. The checkpoint moves after the brokers have a batch,
 * and its row is locked meanwhile: one process sends at a time.
 */
export function relaySubscription(deps: RelayDeps): PageSubscription {
  const { log, kafka, macKey, onSent, onPending } = deps
  let isPrepared = false
  return {
    name: RELAY,
    log,
    eventsMax: BATCH_EVENTS,
    atHead: () => onPending(undefined),
    handlePage: async ({ events }, tx) => {
      onPending(events[0]?.recordedAt)
      let previous = await sentTo(tx)
      if (!isPrepared) await prepareTopic(deps, previous)
      isPrepared = true
      const records = events.map((event) => {
        const record = withMac(kafkaRecordOf(event, log.storeId, previous), macKey)
        previous = event.position
        return record
      })
      for (const some of inSizes(records)) {
        await kafka.produce(some)
        onSent(some.length)
        // Each send may take long, and the server ends a transaction that is silent.
        await tx.query('select')
      }
    },
  }
}

/** The position of the last event that was sent, or was damaged: the next record names it. */
async function sentTo(tx: pg.PoolClient): Promise<Position> {
  const { rows } = await tx.query<{ position: string | null }>(
    'select last_position as position from kernel.checkpoints where name = $1',
    [RELAY],
  )
  return positionOf(rows[0]?.position ?? 0n)
}

function inSizes(records: readonly KafkaRecord[]): readonly (readonly KafkaRecord[])[] {
  const parts: KafkaRecord[][] = []
  let bytes = Infinity
  for (const record of records) {
    const size = record.value.length + HEADER_BYTES
    bytes += size
    if (bytes > SEND_BYTES_MAX) {
      parts.push([])
      bytes = size
    }
    parts.at(-1)!.push(record)
  }
  return parts
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
  sentUpTo: Position,
): Promise<void> {
  await kafka.prepare()
  if (sentUpTo > START) return
  const newest = await kafka.newest()
  const read = newest && readRecord(newest)
  if (read !== undefined && read.storeId !== log.storeId)
    throw new KafkaRefused(`the topic has events of another log (${read.storeId})`)
}
