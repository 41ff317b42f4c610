import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { clearBest, noBestText, networkShares } from '@app/contracts/traffic/shares.ts'
import { Trophy } from 'lucide-react'
import { NetworkGlyph } from '../../ui/NetworkGlyph.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { countedText, countLabel, percentLabel } from '../../ui/wording/figures.ts'
import { FilterButton } from './filtering.tsx'
import { type Network, networkName } from '@app/contracts/traffic/kinds.ts'

/** Beside large text on a narrow phone there is room for the words alone. */
const NetworkBar = ({ row: { network, name, count, share, relative } }: { readonly row: NetworkRow }) => (
  <li className="grid text-small">
    <FilterButton
      part={{ network }}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-1 @max-[9rem]:grid-cols-[minmax(0,1fr)]"
    >
      <span data-mark className="row-span-2 @max-[9rem]:hidden">
        <NetworkGlyph network={network} />
      </span>
      <span className="flex min-w-0 flex-wrap justify-between gap-x-2.5">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <span className="ml-auto text-ink-2 tabular-nums">
          <b className="mr-1.5 font-[650] text-ink">{countLabel(count)}</b>
          <span>{percentLabel(share)}</span>
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

type NetworksPanelProps = Readonly<
  Pick<UnifiedAnalytics, 'social_clicks' | 'social_clicks_total' | 'most_effective_platform'>
> & { readonly customTitle: string }

export function NetworksPanel({ customTitle, ...figures }: NetworksPanelProps) {
  const { social_clicks: clicks, social_clicks_total: total } = figures
  const rows = networkRows(clicks, customTitle)
  const clear = clearBest(figures)
  const best = rows.find(({ network }) => network === clear)
  return (
    <Panel
      title="Rendimiento por Red Social"
      aside={
        <span className="text-small text-ink-3 tabular-nums">{countedText(total, 'clic', 'clics')}</span>
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
      <div className="mt-3.5 flex items-center gap-2.5 rounded-md bg-accent-soft px-3 py-1.5 text-small">
        <Trophy aria-hidden="true" size={17} className="flex-none text-accent @max-[9rem]:hidden" />
        <dl className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <dt className="text-ink-2">Red Más Efectiva</dt>
          {best ? (
            <dd className="ml-auto min-w-0 font-[650] wrap-anywhere">{`${best.name} · ${percentLabel(best.share)}`}</dd>
          ) : (
            <dd className="text-ink-2">{noBestText(total)}</dd>
          )}
        </dl>
      </div>
    </Panel>
  )
}

interface NetworkRow {
  readonly network: Network
  readonly name: string
  readonly count: number
  /** Percent of all clicks, one decimal. */
  readonly share: number
  readonly relative: number
}

export function networkRows(
  clicks: Readonly<Record<Network, number>>,
  customTitle: string,
): readonly NetworkRow[] {
  const clicked = networkShares(clicks).filter((one) => one.clicks > 0)
  const best = clicked[0]?.clicks ?? 0
  return clicked.map(({ network, clicks: count, share }) => ({
    network,
    name: networkName(network, customTitle),
    count,
    share,
    relative: count / best,
  }))
}
