import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { SubscribedLog, Subscription } from '../kernel/subscription.ts'
import type pg from 'pg'
import type { Kafka, KafkaRecord } from './kafka.ts'
import { kafkaRecordOf } from './kafka-record.ts'

/** The name of the relay's checkpoint. */
export const RELAY = 'relay'

export interface RelayOptions {
  /** As it is stored: personal fields stay encrypted. */
  readonly log: SubscribedLog
  readonly kafka: Pick<Kafka, 'produce'>
  readonly macKey: Buffer
  readonly onSent: (records: number) => void
  /** When the oldest event that waits was recorded; undefined once all are sent. */
  readonly onPending: (since: Date | undefined) => void
}

const BATCH_EVENTS = 500
/** Brokers refuse a batch of more than 1 MB; a single event is always below that. */
const SEND_BYTES_MAX = 700_000
/** Size of a record beside its data. */
const HEADER_BYTES = 1_000

/**
 * Sends each event of the log to Kafka at least once and in order. The checkpoint moves after the brokers have a batch,
 * and its row is locked meanwhile: one process sends at a time.
 */
export function relaySubscription({ log, kafka, macKey, onSent, onPending }: RelayOptions): Subscription {
  const source = { storeId: log.storeId, macKey }
  return {
    name: RELAY,
    log,
    eventsMax: BATCH_EVENTS,
    atHead: () => onPending(undefined),
    handle: async (events, tx) => {
      onPending(events[0]?.recordedAt)
      let previous = await lastSent(tx)
      const records = events.map((event) => {
        const record = kafkaRecordOf(event, previous, source)
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
async function lastSent(tx: pg.PoolClient): Promise<Position> {
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
