import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { networkRows, type NetworkRow } from './network-rows.ts'
import { noBestText } from '@app/contracts/traffic/small-numbers.ts'
import { Trophy } from 'lucide-react'
import { memo } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { countedText, percentLabel, countLabel } from '../../../ui/wording/figures.ts'
import { NetworkGlyph } from '../../../ui/brand/NetworkGlyph.tsx'
import { FilterButton } from '../filter/FilterButton.tsx'
import './networks.css'

function NetworkBar({ row }: { readonly row: NetworkRow }) {
  const { network, name, count, share, relative } = row
  return (
    <li className="grid text-small">
      <FilterButton
        part={{ network }}
        className="network-row grid grid-cols-[1.75rem_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-1"
      >
        <span className="row-span-2">
          <NetworkGlyph network={network} />
        </span>
        <span className="flex min-w-0 flex-wrap justify-between gap-x-2.5">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <span className="ml-auto text-ink-2 tabular-nums">
            <b className="mr-1.5 font-[650] text-ink">{countLabel(count)}</b>
            {percentLabel(share)}
          </span>
        </span>
        <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3">
          <i
            className="block h-full rounded-full"
            style={{ width: `${relative * 100}%`, background: `var(--net-${network})` }}
          />
        </span>
      </FilterButton>
    </li>
  )
}

interface NetworksPanelProps {
  readonly clicks: UnifiedAnalytics['social_clicks']
  readonly total: number
  /** Undefined where none is clearly the best. */
  readonly best: Network | undefined
  readonly customTitle: string
}

const TITLE = 'Rendimiento por Red Social'
const NOTES = [
  {
    term: 'Red Más Efectiva',
    text: 'La red con más clics del período. Con un empate o menos de cinco clics no se nombra ninguna.',
  },
]

export const NetworksPanel = memo(function NetworksPanel(props: NetworksPanelProps) {
  const rows = networkRows(props.clicks, props.customTitle)
  const best = rows.find(({ network }) => network === props.best)
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center gap-1">
          <span className="text-small text-ink-3 tabular-nums">
            {countedText(props.total, 'clic', 'clics')}
          </span>
          <FigureHelp label={TITLE} figure="social_clicks" notes={NOTES} />
        </div>
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
      <div className="network-best mt-3.5 flex items-center gap-2.5 rounded-md bg-accent-soft py-1.5 pr-3 pl-3 text-small">
        <Trophy aria-hidden="true" size={17} className="flex-none text-accent" />
        <dl className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <dt className="text-ink-2">Red Más Efectiva</dt>
          {best ? (
            <dd className="ml-auto min-w-0 font-[650] wrap-anywhere">{`${best.name} · ${percentLabel(best.share)}`}</dd>
          ) : (
            <dd className="text-ink-2">{noBestText(props.total)}</dd>
          )}
        </dl>
      </div>
    </Panel>
  )
})
