import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import { NetworkGlyph } from '../../../ui/brand/NetworkGlyph.tsx'
import { FilterButton } from '../filter/FilterButton.tsx'
import type { NetworkRow } from './network-rows.ts'

export function NetworkBar({ row }: { readonly row: NetworkRow }) {
  const { network, name, count, share, relative } = row
  return (
    <li className="grid text-small">
      <FilterButton
        part={{ network }}
        className="grid grid-cols-[1.75rem_minmax(0,1fr)] content-center items-center gap-x-2.5 gap-y-1"
      >
        <span className="row-span-2">
          <NetworkGlyph network={network} />
        </span>
        <span className="flex min-w-0 flex-wrap justify-between gap-x-2.5">
          <span className="truncate font-semibold">{name}</span>
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
