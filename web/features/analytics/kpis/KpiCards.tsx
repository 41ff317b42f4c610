import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { engagedOfFew } from '@app/contracts/traffic/small-numbers.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { dayText } from '../series/days.ts'
import { useFiltering } from '../filter/filtering.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import type { ReactNode } from 'react'
import { KPIS, type Kpi } from './kpis.ts'
import { KpiCard } from './KpiCard.tsx'
import { KpiDelta } from './KpiDelta.tsx'
import { Sparkline } from './Sparkline.tsx'

const lengthOf = ({ from, to }: Pick<UnifiedAnalytics, 'from' | 'to'>): number => daysBetween(from, to) + 1

function captionText(data: UnifiedAnalytics, compares: boolean): string {
  const { previous, from } = data
  if (previous === null) return `desde el ${dayText(from)}`
  if (compares && !isComparable(data)) return 'Sin comparación'
  return `en ${countedText(lengthOf(data), 'día', 'días')}`
}

/** All time has no earlier period, and zero after zero has no change. */
function Caption({ data, kpi }: { readonly data: UnifiedAnalytics; readonly kpi: Kpi }) {
  const { previous } = data
  const { deltaOf, headline } = kpi
  const { compares } = useFiltering()
  const delta =
    compares && previous && isComparable(data) ? deltaOf(data[headline], previous[headline]) : undefined
  if (previous && delta) return <KpiDelta delta={delta} days={lengthOf(previous)} />
  return <p className="mt-px truncate text-micro text-ink-3">{captionText(data, compares)}</p>
}

function fewVisitors(data: UnifiedAnalytics): ReactNode {
  const engaged = engagedOfFew(data)
  const { unique_visitors: visitors } = data
  return engaged === undefined ? undefined : (
    <>
      <span>{`${engaged} de ${visitors}`}</span>
      <small className="text-small font-[550] tracking-normal">
        {visitors === 1 ? ' visitante' : ' visitantes'}
      </small>
    </>
  )
}

export function KpiCards({ data }: { readonly data: UnifiedAnalytics }) {
  const { temporal_data, time_unit, to } = data
  const unfinished = unfinishedName(temporal_data, time_unit, to)
  return (
    <div className="grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4">
      {KPIS.map((kpi) => (
        <KpiCard
          key={kpi.headline}
          label={kpi.label}
          value={data[kpi.headline]}
          format={kpi.format}
          token={kpi.token}
          instead={kpi.headline === 'engagement_rate' ? fewVisitors(data) : undefined}
          caption={<Caption data={data} kpi={kpi} />}
        >
          {temporal_data.length > 1 && (
            <Sparkline values={temporal_data.map(kpi.pointOf)} token={kpi.token} unfinished={unfinished} />
          )}
        </KpiCard>
      ))}
    </div>
  )
}
