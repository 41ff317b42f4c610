import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import type { SealedVisitor } from '@app/projections/visitors/queries.ts'
import { openFields } from '@app/vault/sealed-fields.ts'

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const nameIn = ({ fullName, visitorName }: JsonObject): string => textOf(fullName ?? visitorName)

/** What can still be opened of what a visitor said, the fullest first; undefined for whoever was forgotten. */
function openedWords({ said }: SealedVisitor, keys: ReadonlyMap<string, Buffer>): JsonObject | undefined {
  return said
    .map(({ fields, eventId, keyRef }) => openFields(fields, eventId, keys.get(keyRef)))
    .find((words) => nameIn(words) !== '')
}

/**
 * Visitors by their names, as the spec has them. Inside they are told apart by id, so a second person of the same
 * name gets a suffix; whoever was forgotten has no name any more and is not in the list.
 */
export function namedVisitors(
  sealed: readonly SealedVisitor[],
  keys: ReadonlyMap<string, Buffer>,
): UnifiedAnalytics['visitors'] {
  const named = new Map<string, UnifiedAnalytics['visitors'][string]>()
  for (const visitor of sealed) {
    const words = openedWords(visitor, keys)
    if (words === undefined) continue
    const name = nameIn(words)
    let unique = name
    for (let nth = 2; named.has(unique); nth += 1) unique = `${name} (${nth})`
    named.set(unique, {
      phone: textOf(words.phone),
      description: textOf(words.description),
      clicks: visitor.clicks,
      vcf_downloaded: visitor.downloaded,
    })
  }
  return Object.fromEntries(named)
}
