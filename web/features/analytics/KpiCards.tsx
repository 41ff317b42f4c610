import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { dayText } from './days.ts'
import { excludedVisitsText } from './exclusions.ts'
import { countedText, countText, percentText } from './figures.ts'
import { KpiCard } from './KpiCard.tsx'
import { Meter } from './Meter.tsx'
import type { SeriesKey } from './series.ts'
import { Sparkline } from './Sparkline.tsx'

const captionOf = ({ date_range, from, to }: UnifiedAnalytics): string =>
  date_range === 'all-time'
    ? `desde el ${dayText(from)}`
    : `en ${countedText(daysBetween(from, to) + 1, 'día', 'días')}`

export function KpiCards({ data }: { readonly data: UnifiedAnalytics }) {
  const caption = captionOf(data)
  const values = (key: SeriesKey) => data.temporal_data.map((point) => point[key])
  return (
    <div className="grid min-[360px]:grid-cols-2 gap-2.5 min-[900px]:gap-3.5 min-[1100px]:grid-cols-4">
      <KpiCard
        label="Visitas Totales"
        figure="total_visits"
        value={data.total_visits}
        format={countText}
        token="--series-visits"
        caption={caption}
        note={excludedVisitsText(data.excluded_by_reason.visits)}
      >
        <Sparkline values={values('total_visits')} token="--series-visits" />
      </KpiCard>
      <KpiCard
        label="Clics Totales"
        figure="social_clicks"
        value={data.social_clicks_total}
        format={countText}
        token="--series-clicks"
        caption={caption}
      >
        <Sparkline values={values('social_clicks')} token="--series-clicks" />
      </KpiCard>
      <KpiCard
        label="Contactos Guardados"
        figure="vcf_downloads"
        value={data.vcf_downloads}
        format={countText}
        token="--series-contacts"
        caption={caption}
      >
        <Sparkline values={values('vcf_downloads')} token="--series-contacts" />
      </KpiCard>
      <KpiCard
        label="Tasa Interacción"
        figure="engagement_rate"
        value={data.engagement_rate}
        format={percentText}
        token="--ink-3"
        caption={caption}
      >
        <Meter percent={data.engagement_rate} />
      </KpiCard>
    </div>
  )
}
