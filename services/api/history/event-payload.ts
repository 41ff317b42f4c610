import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { JsonObject, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { definitionOf, readEvent } from '@app/contracts/events/catalogue.ts'
import { MASK, maskedStream, withoutVisitor } from '@app/contracts/events/masked-stream.ts'

/** Codes, hashes by which a guess could be confirmed, and the id that proves who a visitor is. */
const SECRETS: ReadonlySet<string> = new Set([
  'code',
  'sealedCode',
  'tokenHash',
  'credentialId',
  'messageId',
  'visitorId',
])

function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutVisitor(value)
  if (Array.isArray(value)) return value.map(masked)
  return typeof value === 'object' && value !== null ? maskedFields(value as JsonObject) : value
}

const maskedField = (field: string, value: JsonValue | undefined): JsonValue | undefined =>
  SECRETS.has(field) ? MASK : value && masked(value)

const maskedFields = (data: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(data).map((field) => [field, maskedField(field, data[field])]))

/** A visitor who acts is named by that id, or by a hash of who they are. */
const maskedMeta = ({ actor, keyRef, ...meta }: StoredEvent['meta']): Record<string, unknown> => ({
  ...meta,
  actor: actor.kind === 'visitor' ? { ...actor, id: MASK } : actor,
  ...(keyRef !== undefined && { keyRef: maskedStream(keyRef) }),
})

/** @param stored with its personal fields opened; those that nobody can open are absent */
export function payloadOf(stored: StoredEvent): Pick<HistoryEvent, 'event' | 'erased'> {
  const { id, stream, revision, position, type, version, meta } = stored
  const data = readEvent(stored).data as JsonObject
  return {
    event: {
      id,
      stream: maskedStream(stream),
      revision: String(revision),
      position: String(position),
      type,
      version,
      data: maskedFields(data),
      meta: maskedMeta(meta),
    },
    erased:
      meta.keyRef === undefined
        ? []
        : definitionOf(type).personal.filter((field) => data[field] === undefined),
  }
}
