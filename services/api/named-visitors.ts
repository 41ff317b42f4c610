import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { JsonValue } from '@app/contracts/event-store.ts'
import type { SealedVisitor } from '@app/projections/visitors/queries.ts'
import { openFields } from '@app/vault/sealed-fields.ts'

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

/**
 * Visitors by their names, as the spec has them. Inside they are told apart by id, so a second person of the same
 * name gets a suffix; whoever was forgotten has no name any more and is not in the list.
 */
export function namedVisitors(
  sealed: readonly SealedVisitor[],
  keys: ReadonlyMap<string, Buffer>,
): UnifiedAnalytics['visitors'] {
  const named = new Map<string, UnifiedAnalytics['visitors'][string]>()
  for (const { fields, eventId, keyRef, clicks, downloaded } of sealed) {
    const key = keys.get(keyRef)
    if (key === undefined) continue
    const said = openFields(fields, eventId, key)
    const name = textOf(said.fullName ?? said.visitorName)
    let unique = name
    for (let nth = 2; named.has(unique); nth += 1) unique = `${name} (${nth})`
    named.set(unique, {
      phone: textOf(said.phone),
      description: textOf(said.description),
      clicks,
      vcf_downloaded: downloaded,
    })
  }
  return Object.fromEntries(named)
}
