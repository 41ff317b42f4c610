import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KafkaRecord } from './kafka-port.ts'

/** Whoever may write to the topic would otherwise write read models, and leave no trace in the log. */
const HEADER = 'ce_mac'

export const macKeyOf = (secret: Buffer): Buffer =>
  createHmac('sha256', secret).update('records of Kafka').digest()

export const withMac = (record: KafkaRecord, key: Buffer): KafkaRecord => ({
  ...record,
  headers: { ...record.headers, [HEADER]: macOf(record, key).toString('base64') },
})

/** Whether one of our relays wrote it, as it is. */
export function hasMac(record: KafkaRecord, key: Buffer): boolean {
  const given = Buffer.from(record.headers[HEADER] ?? '', 'base64')
  const own = macOf(record, key)
  return given.length === own.length && timingSafeEqual(given, own)
}

function macOf({ key: name, headers, value }: KafkaRecord, key: Buffer): Buffer {
  const named = Object.entries(headers).filter(([header]) => header !== HEADER)
  return createHmac('sha256', key)
    .update(JSON.stringify([name, ...named.toSorted(([one], [other]) => (one < other ? -1 : 1))]))
    .update(value)
    .digest()
}
