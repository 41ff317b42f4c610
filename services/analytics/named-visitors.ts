import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { type JsonObject, textOrEmpty } from '@app/contracts/event-store.ts'
import { BLOCKED_TEXT, readable } from '@app/contracts/fields/text.ts'
import type { IdentifiedVisitor } from '@app/projections/visitors/queries.ts'

const nameIn = ({ fullName, visitorName }: JsonObject): string =>
  readable(textOrEmpty(fullName ?? visitorName))

/** Keyed by name. Erased visitors have no name and are left out; blocked ones are there without their words. */
export function namedVisitors(visitors: readonly IdentifiedVisitor[]): UnifiedAnalytics['visitors'] {
  // No prototype: a person may be called `constructor`.
  const named = Object.create(null) as UnifiedAnalytics['visitors']
  for (const visitor of visitors) {
    const text = visitor.isBlocked ? {} : visitor.texts.find((one) => nameIn(one) !== '')
    if (text === undefined) continue
    const name = visitor.isBlocked ? BLOCKED_TEXT : nameIn(text)
    let unique = name
    for (let nth = 2; unique in named; nth += 1) unique = `${name} (${nth})`
    named[unique] = {
      phone: textOrEmpty(text.phone),
      description: readable(textOrEmpty(text.description)),
      clicks: visitor.clicks,
      vcf_downloaded: visitor.downloaded,
      named_at: new Date(visitor.namedAtMs).toISOString(),
    }
  }
  return named
}
