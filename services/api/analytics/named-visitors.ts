import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import type { JsonObject, JsonValue } from '@app/contracts/event-store.ts'
import type { KnownVisitor } from '@app/projections/visitors/queries.ts'

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const nameIn = ({ fullName, visitorName }: JsonObject): string => textOf(fullName ?? visitorName)

/** `words`: what they said, as far as it can be decrypted, the fullest first. */
export interface HeardVisitor extends Pick<KnownVisitor, 'clicks' | 'downloaded'> {
  readonly words: readonly JsonObject[]
}

/** Keyed by name. Erased visitors have no name and are left out. */
export function namedVisitors(visitors: readonly HeardVisitor[]): UnifiedAnalytics['visitors'] {
  // No prototype: a person may be called `constructor`.
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
