import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { JsonObject, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { definitionOf, readEvent } from '@app/contracts/events/catalogue.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { suppressionStream } from '@app/contracts/events/subscription-events.ts'

/** Codes, and hashes by which a guess could be confirmed. */
const SECRETS: ReadonlySet<string> = new Set(['code', 'sealedCode', 'tokenHash', 'credentialId', 'messageId'])
const SECRET_STREAMS = [activationCodeStream(''), slugStream(''), suppressionStream('')]
const MASK = '•••'

const maskedStream = (stream: string): string => {
  const prefix = SECRET_STREAMS.find((one) => stream.startsWith(one))
  return prefix === undefined ? stream : prefix + MASK
}

const masked = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]): [string, JsonValue | undefined] => [
      field,
      SECRETS.has(field) ? MASK : value,
    ]),
  )

/** @param stored with its personal fields opened; those that nobody can open are absent */
export function payloadOf(stored: StoredEvent): Pick<HistoryEvent, 'event' | 'erased'> {
  const { id, stream, revision, position, type, version, meta } = stored
  // By today's schema: an upcaster drops what was not sealed once, and belongs to somebody who is erased.
  const data = readEvent(stored).data as JsonObject
  return {
    event: {
      id,
      stream: maskedStream(stream),
      revision: String(revision),
      position: String(position),
      type,
      version,
      data: masked(data),
      meta: { ...meta },
    },
    erased:
      meta.keyRef === undefined
        ? []
        : definitionOf(type).personal.filter((field) => data[field] === undefined),
  }
}
