import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  positionOf,
  type Actor,
  type JsonObject,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import type { KafkaRecord } from './kafka.ts'

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

/** An event as it is stored, and the position of the one before it in the topic. */
export interface ReadRecord {
  readonly event: StoredEvent
  readonly previous: Position
  readonly bytes: number
}

/** Undefined for a record of another log, or one that no relay of ours wrote like this. */
export function readRecord(record: KafkaRecord, { storeId, macKey }: RecordSource): ReadRecord | undefined {
  const { headers } = record
  if (!hasMac(record, macKey) || headers.ce_source !== `/${storeId}`) return undefined
  // The relay wrote each header that is read here.
  const text = (name: string): string => headers[name]!
  const [type, version] = text('ce_type').split('.v') as [string, string]
  const { ce_causationid: causationId = null, ce_keyref: keyRef } = headers
  return {
    previous: positionOf(text('ce_previous')),
    bytes: record.value.length,
    event: {
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
      position: positionOf(text('ce_position')),
      recordedAt: new Date(text('ce_recordedat')),
    },
  }
}

/** Otherwise anybody who may write to the topic could write read models, and leave no trace in the log. */
const MAC = 'ce_mac'

export const macKeyOf = (secret: Buffer): Buffer =>
  createHmac('sha256', secret).update('records of Kafka').digest()

function hasMac(record: KafkaRecord, macKey: Buffer): boolean {
  const given = Buffer.from(record.headers[MAC] ?? '', 'base64')
  const own = macOf(record, macKey)
  return given.length === own.length && timingSafeEqual(given, own)
}

function macOf({ key, headers, value }: KafkaRecord, macKey: Buffer): Buffer {
  const named = Object.entries(headers).filter(([header]) => header !== MAC)
  return createHmac('sha256', macKey)
    .update(JSON.stringify([key, ...named.toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .update(value)
    .digest()
}
