import { z } from 'zod'
import { positionOf, type JsonObject, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { KafkaRecord } from './kafka-port.ts'

/** A record as readers understand it: the event as it is stored, and the position of the one before it in the topic. */
export interface ReadRecord {
  readonly event: StoredEvent
  readonly previous: Position
  readonly storeId: string
  readonly bytes: number
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

/** A CloudEvent in Kafka's binary mode: attributes are headers, the value is the data as they are stored. */
export function kafkaRecordOf(event: StoredEvent, storeId: string, previous: Position): KafkaRecord {
  const { actor, occurredAt, correlationId, causationId, keyRef } = event.meta
  const key = keyOf(event)
  return {
    key,
    headers: {
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
    },
    value: Buffer.from(JSON.stringify(event.data)),
  }
}

const whole = z.string().regex(/^\d{1,20}$/)
const headers = z.object({
  ce_id: z.string(),
  ce_type: z.string().regex(/^[A-Z][A-Za-z0-9]*\.v[1-9]\d{0,8}$/),
  ce_source: z.string().startsWith('/'),
  ce_subject: z.string(),
  ce_time: z.string(),
  ce_position: whole,
  ce_previous: whole,
  ce_revision: whole,
  ce_recordedat: z.iso.datetime(),
  ce_actorkind: z.enum(['visitor', 'owner', 'admin', 'system']),
  ce_actorid: z.string(),
  ce_correlationid: z.string(),
  ce_causationid: z.string().optional(),
  ce_keyref: z.string().optional(),
})

/** Undefined where somebody else wrote it. */
export function readRecord(record: KafkaRecord): ReadRecord | undefined {
  const parsed = headers.safeParse(record.headers)
  const data = dataOf(record.value)
  if (!parsed.success || data === undefined) return undefined
  const found = parsed.data
  const [type, version] = found.ce_type.split('.v') as [string, string]
  return {
    storeId: found.ce_source.slice(1),
    previous: positionOf(found.ce_previous),
    bytes: record.value.length,
    event: {
      id: found.ce_id,
      type,
      version: Number(version),
      data,
      meta: {
        actor: { kind: found.ce_actorkind, id: found.ce_actorid },
        occurredAt: found.ce_time,
        correlationId: found.ce_correlationid,
        causationId: found.ce_causationid ?? null,
        ...(found.ce_keyref === undefined ? {} : { keyRef: found.ce_keyref }),
      },
      stream: found.ce_subject,
      revision: BigInt(found.ce_revision),
      position: positionOf(found.ce_position),
      recordedAt: new Date(found.ce_recordedat),
    },
  }
}

function dataOf(value: Buffer): JsonObject | undefined {
  try {
    const data: unknown = JSON.parse(value.toString())
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as JsonObject)
      : undefined
  } catch {
    return undefined
  }
}
