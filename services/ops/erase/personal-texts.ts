import { phoneDigits } from '@app/contracts/fields/phone.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { START, type JsonObject, type JsonValue, type StoredEvent } from '@app/contracts/event-store.ts'
import { logPages } from '@app/kernel/log-pages.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'
import { MATCHES_MAX, type ErasingDeps, type Match, type Matches } from './erasable.ts'

export interface PersonalText {
  readonly subject: string
  readonly event: StoredEvent
  readonly fields: JsonObject
}

export const textIn = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

export function says(field: JsonValue | undefined, wanted: string): boolean {
  const text = textIn(field)
  if (text === '') return false
  const digits = phoneDigits(wanted)
  return plainText(text) === plainText(wanted) || (digits !== undefined && phoneDigits(text) === digits)
}

/** Reads the log: a read model has only each subject's latest text, and may be behind. */
export async function findPersonalTexts(
  deps: ErasingDeps,
  types: readonly string[],
  {
    isMeant,
    matchOf,
  }: { readonly isMeant: (text: PersonalText) => boolean; readonly matchOf: (text: PersonalText) => Match },
): Promise<Matches> {
  const found = new Map<string, Match>()
  for await (const text of allPersonalTexts(deps, types)) {
    if (!isMeant(text)) continue
    if (!found.has(text.subject) && found.size === MATCHES_MAX)
      return { listed: [...found.values()], isMore: true }
    found.set(text.subject, matchOf(text))
  }
  return { listed: [...found.values()], isMore: false }
}

async function* allPersonalTexts(
  { sealed, keys, onProgress }: ErasingDeps,
  types: readonly string[],
): AsyncGenerator<PersonalText> {
  const target = await sealed.headPosition()
  for await (const { events, scannedTo } of logPages(sealed, START, { filter: { types } })) {
    const found = await keys.forReading([...new Set(events.flatMap(({ meta }) => meta.keyRef ?? []))])
    for (const event of events) {
      const subject = event.meta.keyRef
      const key = subject === undefined ? undefined : found.get(subject)
      if (subject !== undefined && key !== undefined) yield { subject, event, fields: fieldsOf(event, key) }
    }
    onProgress?.(scannedTo, target)
  }
}

/** One damaged event must not stop the search. */
function fieldsOf({ data, id }: StoredEvent, key: Buffer): JsonObject {
  try {
    return openFields(data, id, key)
  } catch {
    return {}
  }
}
