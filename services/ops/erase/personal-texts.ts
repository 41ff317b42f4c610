import { phoneDigits } from '@app/contracts/fields/phone.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { START, type JsonObject, type JsonValue, type StoredEvent } from '@app/contracts/event-store.ts'
import type { Codec } from '@app/kernel/codec.ts'
import { logPages } from '@app/kernel/log-pages.ts'
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
  { sealed, store, keys, onProgress }: ErasingDeps,
  types: readonly string[],
): AsyncGenerator<PersonalText> {
  const target = await sealed.headPosition()
  for await (const { events, scannedTo } of logPages(sealed, START, { filter: { types } })) {
    const living = await keys.idsOf([...new Set(events.flatMap(({ meta }) => meta.keyRef ?? []))])
    for (const event of await decryptEach(store.codec, events)) {
      const subject = event.meta.keyRef
      if (subject !== undefined && living.has(subject)) yield { subject, event, fields: event.data }
    }
    onProgress?.(scannedTo, target)
  }
}

/** One damaged event must not stop the search. */
async function decryptEach(codec: Codec, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
  const open = (some: readonly StoredEvent[]) => codec.decrypt(some, { frozen: true })
  const one = (event: StoredEvent) => open([event]).catch(() => [])
  return open(events).catch(async () => (await Promise.all(events.map(one))).flat())
}
