import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { EXCLUSIONS } from '@app/contracts/traffic/traffic-kinds.ts'
import { count, head, note, text, type Sheet } from '../cells.ts'
import { EXCLUSION_NAMES, FIGURE_NAMES } from '../report-texts.ts'

type ByReason = UnifiedAnalytics['excluded_by_reason']

/** Newer reasons have no name here, but are counted. */
function othersOf(byReason: Readonly<Record<string, number>>): number {
  const known: ReadonlySet<string> = new Set(EXCLUSIONS)
  return Object.entries(byReason).reduce((sum, [reason, n]) => (known.has(reason) ? sum : sum + n), 0)
}

export function excludedSheet({ excluded, excluded_by_reason, definitions }: UnifiedAnalytics): Sheet {
  const { visits, clicks, downloads } = excluded_by_reason
  const each = (of: (byReason: ByReason[keyof ByReason]) => number) =>
    [visits, clicks, downloads].map((byReason) => count(of(byReason)))
  return {
    name: FIGURE_NAMES.excluded,
    rows: [
      ['Motivo', FIGURE_NAMES.total_visits, FIGURE_NAMES.social_clicks, 'Contactos'].map(head),
      ...EXCLUSIONS.map((reason) => [
        text(EXCLUSION_NAMES[reason]),
        ...each((byReason) => byReason[reason] ?? 0),
      ]),
      [text('Otras'), ...each(othersOf)],
      [text('En total'), ...[excluded.visits, excluded.clicks, excluded.downloads].map(count)],
      [],
      [note(definitions.excluded)],
    ],
    frozen: { rows: 1 },
  }
}
