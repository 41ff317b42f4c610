import { SOURCES, type Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { Link2, Nfc, QrCode, type LucideIcon } from 'lucide-react'
import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import { sharesOf } from '@app/contracts/traffic/shares.ts'
import { FilterButton } from '../filter/FilterButton.tsx'
import { SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'

const ICONS: Record<Source, LucideIcon> = { nfc: Nfc, qr: QrCode, link: Link2 }

export function SourceShares({ sources }: { readonly sources: Readonly<Record<Source, number>> }) {
  const shares = sharesOf(SOURCES.map((source) => sources[source]))
  return (
    <>
      <div
        aria-hidden="true"
        className="mb-3.5 flex h-3 gap-[3px] overflow-hidden rounded-full forced-color-adjust-none"
      >
        {SOURCES.map((source) =>
          sources[source] > 0 ? (
            <i
              key={source}
              className="h-full"
              style={{ flexGrow: sources[source], background: `var(--src-${source})` }}
            />
          ) : null,
        )}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-[9px] text-small @min-[40rem]:grid-cols-3">
        {SOURCES.map((source, index) => {
          const Icon = ICONS[source]
          return (
            <li key={source} className="grid grid-cols-[minmax(0,1fr)]">
              <FilterButton part={{ source }} className="flex items-center gap-[9px]">
                <i
                  className="size-2.5 flex-none rounded-[3px]"
                  style={{ background: `var(--src-${source})` }}
                />
                <Icon aria-hidden="true" size={16} strokeWidth={1.9} className="flex-none" />
                <span className="font-semibold">{SOURCE_NAMES[source]}</span>
                <span className="ml-auto text-right text-ink-2 tabular-nums">
                  <b className="mr-1.5 font-[650] text-ink">{countLabel(sources[source])}</b>
                  {percentLabel(shares[index] ?? 0)}
                </span>
              </FilterButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}
