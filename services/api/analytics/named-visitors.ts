import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import type { KnownVisitor } from '@app/projections/visitors/queries.ts'

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const nameIn = ({ fullName, visitorName }: JsonObject): string => textOf(fullName ?? visitorName)

/** A visitor with what can still be opened of what they said, the fullest first. */
export interface HeardVisitor extends Pick<KnownVisitor, 'clicks' | 'downloaded'> {
  readonly words: readonly JsonObject[]
}

/**
 * Visitors by their names, as the spec has them. Inside they are told apart by id, so a second person of the same
 * name gets a suffix; whoever was forgotten has no name any more and is not in the list.
 */
export function namedVisitors(visitors: readonly HeardVisitor[]): UnifiedAnalytics['visitors'] {
  // Without a prototype: people may be called `constructor`.
  const named = Object.create(null) as UnifiedAnalytics['visitors']
  for (const visitor of visitors) {
    const words = visitor.words.find((said) => nameIn(said) !== '')
    if (words === undefined) continue
    const name = nameIn(words)
    let unique = name
    for (let nth = 2; unique in named; nth += 1) unique = `${name} (${nth})`
    named[unique] = {
      phone: textOf(words.phone),
      description: textOf(words.description),
      clicks: visitor.clicks,
      vcf_downloaded: visitor.downloaded,
    }
  }
  return named
}
