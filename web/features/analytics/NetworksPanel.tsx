import type { UnifiedAnalytics } from '@app/contracts/api/analytics.ts'
import { Trophy } from 'lucide-react'
import { memo } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { countedText, percentText } from './figures.ts'
import { NetworkBar } from './NetworkBar.tsx'
import { networkRows } from './networks.ts'

interface NetworksPanelProps {
  readonly clicks: UnifiedAnalytics['social_clicks']
  readonly total: number
  readonly best: UnifiedAnalytics['most_effective_platform']
  readonly customTitle: string
}

export const NetworksPanel = memo(function NetworksPanel(props: NetworksPanelProps) {
  const rows = networkRows(props.clicks, props.customTitle)
  const best = rows.find(({ network }) => network === props.best)
  return (
    <Panel
      title="Rendimiento por Red Social"
      aside={
        <span className="text-small text-ink-3 tabular-nums">
          {countedText(props.total, 'clic', 'clics')}
        </span>
      }
    >
      {rows.length === 0 ? (
        <p className="grid flex-1 place-items-center py-8 text-small text-ink-3">
          Sin clics en este período.
        </p>
      ) : (
        <ul className="grid flex-1 content-start gap-[9px]">
          {rows.map((row) => (
            <NetworkBar key={row.network} row={row} />
          ))}
        </ul>
      )}
      <dl className="mt-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md bg-accent-soft px-3 py-[11px] text-small">
        <Trophy aria-hidden="true" size={17} className="flex-none text-accent" />
        <dt className="text-ink-2">Red Más Efectiva</dt>
        <dd className="ml-auto truncate font-[650]">
          {best ? `${best.name} · ${percentText(best.share)}` : 'No hay datos suficientes para este período'}
        </dd>
      </dl>
    </Panel>
  )
})
