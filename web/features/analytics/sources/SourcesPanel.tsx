import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { Share2, Link2, Nfc, QrCode, type LucideIcon } from 'lucide-react'
import { memo, useId } from 'react'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { deviceOrigins, referrerOrigins, sharedText, type Origin } from './origins.ts'
import { sharesOf } from '@app/contracts/traffic/shares.ts'
import { SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { SOURCES, type Device, type Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import type { Narrowed } from '../filter/filter-address.ts'
import { FilterButton } from '../filter/FilterButton.tsx'

const ICONS: Record<Source, LucideIcon> = { nfc: Nfc, qr: QrCode, link: Link2 }

function SourceShares({ sources }: { readonly sources: Readonly<Record<Source, number>> }) {
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
              <FilterButton part={{ source }} className="flex flex-wrap items-center gap-x-2.5">
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

function OriginList({
  title,
  origins,
  partOf,
}: {
  readonly title: string
  readonly origins: readonly Origin[]
  /** Of those that narrow the figures when they are pressed. */
  readonly partOf?: (key: string) => Narrowed
}) {
  const id = useId()
  if (origins.length === 0) return null
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1.5 text-micro font-semibold text-ink-3">
        {title}
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-1 text-small">
        {origins.map(({ key, name, count }) => {
          const line = (
            <>
              <span className="truncate text-ink-2">{name}</span>
              <b className="ml-auto font-[650] tabular-nums">{countLabel(count)}</b>
            </>
          )
          return (
            <li key={key} className="grid items-center pointer-coarse:min-h-11">
              {partOf ? (
                <FilterButton part={partOf(key)} className="flex items-center gap-x-2 @max-[15rem]:flex-wrap">
                  {line}
                </FilterButton>
              ) : (
                <span className="flex gap-x-2 @max-[15rem]:flex-wrap">{line}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type SourcesPanelProps = Readonly<Pick<UnifiedAnalytics, 'sources' | 'referrers' | 'devices' | 'shared'>>

const TITLE = 'Origen de las visitas'
const NOTES = [
  {
    term: 'Desde',
    text: 'El sitio o la app donde estaba el enlace, si el navegador lo dice. Directo: no lo dice, como pasa con las tarjetas.',
  },
  {
    term: 'Compartida',
    text: 'Veces que una app pidió la vista previa de tu enlace, más o menos las veces que alguien lo envió.',
  },
]

export const SourcesPanel = memo(function SourcesPanel(props: SourcesPanelProps) {
  const { sources, referrers, devices, shared } = props
  const visited = Object.values(sources).some((count) => count > 0)
  const sharedLine = sharedText(shared)
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center">
          <FigureHelp label={TITLE} figure="sources" notes={NOTES} />
        </div>
      }
    >
      <div className="@container">
        {visited ? (
          <SourceShares sources={sources} />
        ) : (
          <p className="py-2 text-small text-ink-3">Sin visitas en este período.</p>
        )}
        <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 border-t border-line pt-3 empty:hidden @min-[15rem]:grid-cols-2 @min-[30rem]:grid-cols-3">
          {visited && (
            <OriginList
              title="Dispositivos"
              origins={deviceOrigins(devices)}
              partOf={(device) => ({ device: device as Device })}
            />
          )}
          {visited && <OriginList title="Desde" origins={referrerOrigins(referrers)} />}
          {sharedLine !== undefined && (
            <p className="flex gap-2 self-start text-small text-ink-2 tabular-nums @min-[15rem]:col-span-2 @min-[30rem]:col-span-1">
              <Share2 aria-hidden="true" size={15} strokeWidth={1.9} className="mt-0.5 flex-none" />
              {sharedLine}
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
})
