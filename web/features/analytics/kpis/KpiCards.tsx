import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import type { Figure } from '@app/contracts/traffic/definitions.ts'
import { dayText } from '../series/days.ts'
import { countDelta, rateDelta } from './delta.ts'
import { countedText, countLabel, percentLabel } from '../figures.ts'
import { kpiNotes, type Headline } from './kpi-notes.ts'
import { KpiCard } from './KpiCard.tsx'
import { KpiDelta } from './KpiDelta.tsx'
import { Meter } from '../Meter.tsx'
import type { SeriesKey } from '../series/series.ts'
import { Sparkline } from './Sparkline.tsx'

interface Kpi {
  readonly label: string
  readonly figure: Figure
  readonly headline: Headline
  readonly token: string
  /** Absent for a rate, which has no buckets in the answer. */
  readonly series?: SeriesKey
}

const KPIS: readonly Kpi[] = [
  {
    label: 'Visitas Totales',
    figure: 'total_visits',
    headline: 'total_visits',
    token: '--series-visits',
    series: 'total_visits',
  },
  {
    label: 'Clics Totales',
    figure: 'social_clicks',
    headline: 'social_clicks_total',
    token: '--series-clicks',
    series: 'social_clicks',
  },
  {
    label: 'Contactos Guardados',
    figure: 'vcf_downloads',
    headline: 'vcf_downloads',
    token: '--series-contacts',
    series: 'vcf_downloads',
  },
  { label: 'Tasa Interacción', figure: 'engagement_rate', headline: 'engagement_rate', token: '--ink-3' },
]

const lengthOf = ({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>): number => daysBetween(from, to) + 1

/** All time has no earlier period, and zero after zero has no change. The caption then says what is counted. */
function Caption({ data, kpi }: { readonly data: UnifiedAnalytics; readonly kpi: Kpi }) {
  const { previous, date_range, from } = data
  const deltaOf = kpi.series === undefined ? rateDelta : countDelta
  const delta = previous ? deltaOf(data[kpi.headline], previous[kpi.headline]) : undefined
  if (previous && delta) return <KpiDelta delta={delta} days={lengthOf(previous)} />
  return (
    <p className="mt-px truncate text-micro text-ink-3">
      {date_range === 'all-time'
        ? `desde el ${dayText(from)}`
        : `en ${countedText(lengthOf(data), 'día', 'días')}`}
    </p>
  )
}

export function KpiCards({ data }: { readonly data: UnifiedAnalytics }) {
  return (
    <div className="grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4">
      {KPIS.map((kpi) => {
        const { label, figure, headline, token, series } = kpi
        const format = series === undefined ? percentLabel : countLabel
        return (
          <KpiCard
            key={headline}
            label={label}
            figure={figure}
            value={data[headline]}
            format={format}
            token={token}
            caption={<Caption data={data} kpi={kpi} />}
            notes={kpiNotes(data, headline, format)}
          >
            {series === undefined ? (
              <Meter percent={data.engagement_rate} />
            ) : (
              <Sparkline values={data.temporal_data.map((point) => point[series])} token={token} />
            )}
          </KpiCard>
        )
      })}
    </div>
  )
}
