import { createHash } from 'node:crypto'
import { StoreError, type JsonObject, type JsonValue, type StoredEvent } from '@app/contracts/event-store.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'

interface SealedField extends JsonObject {
  readonly sealed: string
}

export const isSealed = (value: JsonValue | undefined): value is SealedField =>
  typeof value === 'object' && value !== null && 'sealed' in value && typeof value.sealed === 'string'

/** Distinguishes the new key of a returning person from the destroyed one, and reveals neither. */
const markOf = (key: Buffer): string =>
  createHash('sha256').update('key mark').update(key).digest('base64url').slice(0, 12)

const placeOf = (eventId: string, field: string): string => `${eventId.toLowerCase()}/${field}`

export function sealFields(
  data: JsonObject,
  fields: readonly string[],
  { key, eventId, random }: { readonly key: Buffer; readonly eventId: string; readonly random: RandomBytes },
): JsonObject {
  const sealed: Record<string, JsonValue | undefined> = { ...data }
  const mark = markOf(key)
  for (const field of fields) {
    const value = data[field]
    if (value === undefined) continue
    const bytes = seal(key, placeOf(eventId, field), Buffer.from(JSON.stringify(value)), random)
    sealed[field] = { sealed: `${mark}.${bytes.toString('base64')}` }
  }
  return sealed
}

/** Fields that another key sealed are absent in the copy. @throws StoreError Corrupt */
export function openFields(data: JsonObject, eventId: string, key: Buffer | undefined): JsonObject {
  const opened: Record<string, JsonValue | undefined> = {}
  const mark = key === undefined ? '' : markOf(key)
  for (const [field, value] of Object.entries(data)) {
    if (!isSealed(value)) opened[field] = value
    else if (key !== undefined && value.sealed.startsWith(`${mark}.`))
      opened[field] = openField(value, eventId, field, key)
  }
  return opened
}

function openField(value: SealedField, eventId: string, field: string, key: Buffer): JsonValue {
  try {
    const bytes = open(
      key,
      placeOf(eventId, field),
      Buffer.from(value.sealed.slice(value.sealed.indexOf('.') + 1), 'base64'),
    )
    return JSON.parse(bytes.toString()) as JsonValue
  } catch (cause) {
    throw new StoreError('Corrupt', `event ${eventId}: field ${field} does not open with its subject's key`, {
      cause,
    })
  }
}

export async function openEvents(
  page: readonly StoredEvent[],
  keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>,
): Promise<readonly StoredEvent[]> {
  const subjects = new Set(page.flatMap(({ meta }) => meta.keyRef ?? []))
  if (subjects.size === 0) return page
  const keys = await keysOf([...subjects])
  return page.map((event) => {
    const { keyRef } = event.meta
    if (keyRef === undefined) return event
    try {
      return { ...event, data: openFields(event.data, event.id, keys.get(keyRef)) }
    } catch (error) {
      throw withPlace(error, event)
    }
  })
}

/** A reader can skip a corrupt event only if it knows its position. */
function withPlace(error: unknown, event: StoredEvent): unknown {
  if (!(error instanceof StoreError)) return error
  const { position, stream, revision, id, type } = event
  const facts = { position, stream, revision, id, type }
  return new StoreError('Corrupt', error.message, { facts, cause: error })
}
