import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import { dayText, spanText } from '../series/days.ts'
import { excludedActsText, excludedVisitsText } from '../exclusions.ts'
import type { FigureNote } from '../HelpNote.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'

const HEADLINES = ['total_visits', 'social_clicks_total', 'vcf_downloads', 'engagement_rate'] as const
export type Headline = (typeof HEADLINES)[number]

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

/** The sentences that several figures have in common are in `sharedNotes`. */
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
    ...(excluded === undefined ? [] : [{ term: excluded }]),
    ...(previous && isComparable(data) ? [{ term: `Período anterior: ${format(previous[figure])}` }] : []),
  ]
}

const TODAY = 'Hoy se cuenta hasta ahora; los días de antes, enteros.'

/** All time has nothing before it. */
export function sharedNotes(data: UnifiedAnalytics): readonly FigureNote[] {
  const { previous, profile_since, excluded_by_reason: reasons } = data
  const hasExcluded = HEADLINES.some((figure) => excludedOf(figure, reasons) !== undefined)
  const excluded = hasExcluded ? [{ term: 'Lo que no se cuenta', text: DEFINITIONS.excluded }] : []
  if (previous === null) return excluded
  const span = spanText(previous.from, previous.to)
  if (isComparable(data))
    return [...excluded, { term: `Período anterior: ${span}`, text: `${DEFINITIONS.previous} ${TODAY}` }]
  const text = `El período anterior (${span}) empieza antes que el perfil, que existe desde el ${dayText(profile_since)}.`
  return [...excluded, { term: 'Sin comparación', text }]
}
