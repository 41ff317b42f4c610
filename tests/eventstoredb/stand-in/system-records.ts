import { randomUUID } from 'node:crypto'
import type { RecordToAppend } from './log.ts'

const JSON_CONTENT = 'application/json'
const STATISTICS_MAX_AGE_SECONDS = 86_400
/** A stream's `$tb` of 2^63-1, which is too large for JSON.stringify. */
const DELETED_METADATA = '{"$tb":9223372036854775807}'

const NOTHING = new Uint8Array()

const systemRecord = (stream: string, type: string, json: string): RecordToAppend => ({
  id: randomUUID(),
  stream,
  type,
  contentType: JSON_CONTENT,
  data: Buffer.from(json),
  metadata: NOTHING,
})

const statisticsStream = (port: number): string => `$stats-127.0.0.1:${port}`

/** The records of a new database. One type has no `$`, as on a real server, but its stream has. */
export const recordsOfNewDatabase = (port: number): readonly RecordToAppend[] => [
  systemRecord('$users', '$UsersInitialized', '{}'),
  systemRecord('$user-admin', '$UserCreated', '{"loginName":"admin","disabled":false}'),
  systemRecord('$users', '$User', '"admin"'),
  systemRecord('$persistentSubscriptionConfig', 'PersistentConfig1', '{"version":"1","entries":[]}'),
  metadataRecord(statisticsStream(port), JSON.stringify({ $maxAge: STATISTICS_MAX_AGE_SECONDS })),
]

export const recordsOfStart = (): readonly RecordToAppend[] => [
  systemRecord('$settings', '$settings', '{"$userStreamAcl":{"$r":"$all","$w":"$all"}}'),
]

export const statisticsRecord = (port: number, records: number): RecordToAppend =>
  systemRecord(statisticsStream(port), '$statsCollected', JSON.stringify({ 'es-writer-records': records }))

/** Deletes a stream softly, which hides its events. */
export const softDeletion = (stream: string): RecordToAppend => metadataRecord(stream, DELETED_METADATA)

/** Shows a softly deleted stream again, from a later write on. */
export const undeletion = (stream: string, from: number): RecordToAppend =>
  metadataRecord(stream, JSON.stringify({ $tb: from }))

/** Closes a stream permanently. It is the only system record in the stream itself. */
export const tombstone = (stream: string): RecordToAppend => ({
  ...systemRecord(stream, '$streamDeleted', ''),
  contentType: 'application/octet-stream',
  isTombstone: true,
})

function metadataRecord(stream: string, json: string): RecordToAppend {
  return systemRecord(`$$${stream}`, '$metadata', json)
}
