import {
  positionOf,
  type Position,
  type Actor,
  type JsonObject,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import type { Recorded } from '../kernel/log/newest-events.ts'
import type { SubscribedLog, Subscription } from '../kernel/subscription.ts'
import type pg from 'pg'
import type { Kafka, KafkaRecord } from './kafka.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'

const RELAY = 'relay'

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
const HEADER_BYTES = 1_000

/** Sends each event at least once and in order. The checkpoint's row is locked: one process sends at a time. */
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

const PROFILE = 'profile-'
const ACCOUNT = 'account-'
const VISITOR = 'visitor-'

/** Never changes for an event: the profile that it is about, else the account, else its stream. */
export function keyOf({ stream, data }: Pick<StoredEvent, 'stream' | 'data'>): string {
  if (typeof data.profileId === 'string') return data.profileId.toLowerCase()
  const about = typeof data.subject === 'string' ? data.subject : stream
  if (about.startsWith(PROFILE)) return about.slice(PROFILE.length)
  if (about.startsWith(ACCOUNT)) return about.slice(ACCOUNT.length)
  if (about.startsWith(VISITOR)) return about.slice(VISITOR.length).split('.')[0]!
  return about
}

export interface RecordSource {
  readonly storeId: string
  /** Shared by the relay with those who follow the topic for read models. */
  readonly macKey: Buffer
}

/** A CloudEvent in Kafka's binary mode: attributes are headers, the value is the data as they are stored. */
export function kafkaRecordOf(
  event: StoredEvent,
  previous: Position,
  { storeId, macKey }: RecordSource,
): KafkaRecord {
  const { actor, occurredAt, correlationId, causationId, keyRef } = event.meta
  const key = keyOf(event)
  const headers = {
    'content-type': 'application/json',
    ce_specversion: '1.0',
    ce_id: event.id,
    ce_type: `${event.type}.v${event.version}`,
    ce_source: `/${storeId}`,
    ce_subject: event.stream,
    ce_time: occurredAt,
    ce_partitionkey: key,
    ce_position: String(event.position),
    ce_previous: String(previous),
    ce_revision: String(event.revision),
    ce_recordedat: event.recordedAt.toISOString(),
    ce_actorkind: actor.kind,
    ce_actorid: actor.id,
    ce_correlationid: correlationId,
    ...(causationId === null ? {} : { ce_causationid: causationId }),
    ...(keyRef === undefined ? {} : { ce_keyref: keyRef }),
  }
  const record = { key, headers, value: Buffer.from(JSON.stringify(event.data)) }
  return { ...record, headers: { ...headers, [MAC]: macOf(record, macKey).toString('base64') } }
}

/** Undefined for a record of another log, or one that no relay of ours wrote like this. */
export function readRecord(record: KafkaRecord, { storeId, macKey }: RecordSource): Recorded | undefined {
  const { headers } = record
  if (!hasMac(record, macKey) || headers.ce_source !== `/${storeId}`) return undefined
  // The relay wrote each header that is read here.
  const text = (name: string): string => headers[name]!
  const [type, version] = text('ce_type').split('.v') as [string, string]
  const { ce_causationid: causationId = null, ce_keyref: keyRef } = headers
  const position = positionOf(text('ce_position'))
  const parse = (): StoredEvent => ({
    id: text('ce_id'),
    type,
    version: Number(version),
    data: JSON.parse(record.value.toString()) as JsonObject,
    meta: {
      actor: { kind: text('ce_actorkind') as Actor['kind'], id: text('ce_actorid') },
      occurredAt: text('ce_time'),
      correlationId: text('ce_correlationid'),
      causationId,
      ...(keyRef === undefined ? {} : { keyRef }),
    },
    stream: text('ce_subject'),
    revision: BigInt(text('ce_revision')),
    position,
    recordedAt: new Date(text('ce_recordedat')),
  })
  const previous = positionOf(text('ce_previous'))
  return { type, position, previous, bytes: record.value.length, parse }
}

/** Otherwise anybody who may write to the topic could write read models, and leave no trace in the log. */
const MAC = 'ce_mac'

export const macKeyOf = (secret: Buffer): Buffer =>
  createHmac('sha256', secret).update('records of Kafka').digest()

function hasMac(record: KafkaRecord, macKey: Buffer): boolean {
  const sent = Buffer.from(record.headers[MAC] ?? '', 'base64')
  const own = macOf(record, macKey)
  return sent.length === own.length && timingSafeEqual(sent, own)
}

function macOf({ key, headers, value }: KafkaRecord, macKey: Buffer): Buffer {
  const named = Object.entries(headers).filter(([header]) => header !== MAC)
  return createHmac('sha256', macKey)
    .update(JSON.stringify([key, ...named.toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .update(value)
    .digest()
}
