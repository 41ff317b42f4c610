import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import { dayText, spanText } from '../series/days.ts'
import { excludedActsText, excludedVisitsText } from '../exclusions.ts'
import type { FigureNote } from '../HelpNote.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'

export type Headline = 'total_visits' | 'social_clicks_total' | 'vcf_downloads' | 'engagement_rate'

const excludedOf = (
  figure: Headline,
  { visits, clicks, downloads }: UnifiedAnalytics['excluded_by_reason'],
): string | undefined => {
  switch (figure) {
    case 'total_visits':
      return excludedVisitsText(visits)
    case 'social_clicks_total':
      return excludedActsText(clicks)
    case 'vcf_downloads':
      return excludedActsText(downloads)
    case 'engagement_rate':
      return undefined
  }
}

export function kpiNotes(
  data: UnifiedAnalytics,
  figure: Headline,
  format: (value: number) => string,
): readonly FigureNote[] {
  const { previous } = data
  const excluded = excludedOf(figure, data.excluded_by_reason)
  const unique = {
    term: `Visitantes únicos: ${countLabel(data.unique_visitors)}`,
    text: DEFINITIONS.unique_visitors,
  }
  return [
    ...(figure === 'total_visits' ? [unique] : []),
    ...(excluded === undefined ? [] : [{ term: excluded, text: DEFINITIONS.excluded }]),
    ...(previous && isComparable(data)
      ? [
          {
            term: `Período anterior: ${format(previous[figure])} (${spanText(previous.from, previous.to)})`,
            text: DEFINITIONS.previous,
          },
        ]
      : []),
  ]
}

/** Why there is no comparison; undefined where there is one, and for all time, which has nothing to compare with. */
export function incomparableNote(data: UnifiedAnalytics): FigureNote | undefined {
  const { previous, profile_since } = data
  if (previous === null || isComparable(data)) return undefined
  return {
    term: 'Sin comparación',
    text: `El período anterior (${spanText(previous.from, previous.to)}) empieza antes que el perfil, que existe desde el ${dayText(profile_since)}.`,
  }
}
