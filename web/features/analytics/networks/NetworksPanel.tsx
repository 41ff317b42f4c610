import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'
import { Trophy } from 'lucide-react'
import { memo } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { countedText, percentLabel } from '../../../ui/wording/figures.ts'
import { NetworkBar } from './NetworkBar.tsx'
import { networkRows } from './network-rows.ts'
import { networksPicture } from './networks-picture.ts'
import { PictureButton } from '../picture/PictureButton.tsx'

interface NetworksPanelProps {
  readonly clicks: UnifiedAnalytics['social_clicks']
  readonly total: number
  /** Undefined where none is clearly the best. */
  readonly best: Network | undefined
  readonly customTitle: string
  /** Whose figures of which days, for pictures. */
  readonly caption: string
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
          <PictureButton title={TITLE} pictureOf={() => networksPicture(rows)} caption={props.caption} />
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
      <div className="mt-3.5 flex items-center gap-2.5 rounded-md bg-accent-soft py-1.5 pr-3 pl-3 text-small">
        <Trophy aria-hidden="true" size={17} className="flex-none text-accent" />
        <dl className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <dt className="text-ink-2">Red Más Efectiva</dt>
          {best ? (
            <dd className="ml-auto min-w-0 truncate font-[650]">{`${best.name} · ${percentLabel(best.share)}`}</dd>
          ) : (
            <dd className="text-ink-2">No hay datos suficientes para este período</dd>
          )}
        </dl>
      </div>
    </Panel>
  )
})
