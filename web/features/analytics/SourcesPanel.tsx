import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { percentOf } from '@app/contracts/traffic/shares.ts'
import {
  SOURCE_NAMES,
  SHARING_APP_NAMES,
  DEVICE_NAMES,
  REFERRER_NAMES,
  SOURCES,
  type Device,
  type Source,
  DEVICES,
  REFERRERS,
  SHARING_APPS,
  type Referrer,
} from '@app/contracts/traffic/kinds.ts'
import { Link2, Nfc, QrCode, Share2, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { MoreButton, Panel } from '../../ui/Panel.tsx'
import { countLabel, percentLabel } from '../../ui/wording/figures.ts'
import { type Narrowed, useFiltering, FilterButton } from './filtering.tsx'

const ICONS: Record<Source, LucideIcon> = { nfc: Nfc, qr: QrCode, link: Link2 }

function SourceShares({ sources }: { readonly sources: Readonly<Record<Source, number>> }) {
  const total = SOURCES.reduce((sum, source) => sum + sources[source], 0)
  return (
    <>
      <div
        aria-hidden="true"
        className="mb-3.5 flex h-3 gap-[3px] overflow-hidden rounded-full forced-color-adjust-none"
      >
        {SOURCES.filter((source) => sources[source] > 0).map((source) => (
          <i key={source} style={{ flexGrow: sources[source], background: `var(--src-${source})` }} />
        ))}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-y-[9px] text-small">
        {SOURCES.map((source) => {
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
                  <span>{percentLabel(percentOf(sources[source], total))}</span>
                </span>
              </FilterButton>
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface OriginListProps {
  readonly title: string
  readonly origins: readonly Origin[]
  readonly partOf?: (origin: Origin) => Narrowed
}

function OriginList({ title, origins, partOf }: OriginListProps) {
  const id = useId()
  if (origins.length === 0) return null
  const look = 'flex items-center gap-x-2 @max-[15rem]:flex-wrap'
  return (
    <div className="min-w-0">
      <h3 id={id} className="mb-1.5 text-micro font-semibold text-ink-3">
        {title}
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-1 text-small">
        {origins.map((origin) => {
          const line = (
            <>
              <span className="truncate text-ink-2">{origin.name}</span>
              <b className="ml-auto font-[650] tabular-nums">{countLabel(origin.count)}</b>
            </>
          )
          return (
            <li key={origin.key} className="grid items-center pointer-coarse:min-h-11">
              {partOf ? (
                <FilterButton part={partOf(origin)} className={look}>
                  {line}
                </FilterButton>
              ) : (
                <span className={look}>{line}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type SourcesPanelProps = Readonly<Pick<UnifiedAnalytics, 'sources' | 'referrers' | 'devices' | 'shared'>>

export function SourcesPanel({ sources, referrers, devices, shared }: SourcesPanelProps) {
  const { device } = useFiltering().narrowed
  const [isOpen, setOpen] = useState(device !== undefined)
  const visited = Object.values(sources).some((count) => count > 0)
  const sharedLine = sharedText(shared)
  return (
    <Panel title="Origen de las visitas">
      <div className="@container grid grid-cols-[minmax(0,1fr)]">
        {visited ? (
          <SourceShares sources={sources} />
        ) : (
          <p className="text-small text-ink-3">Sin visitas en este período.</p>
        )}
        {visited && (
          <div className="mt-3.5 border-t border-line pt-3">
            <OriginList title="Desde" origins={referrerOrigins(referrers)} />
          </div>
        )}
        {isOpen && (
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
            <OriginList
              title="Dispositivos"
              origins={deviceOrigins(devices)}
              partOf={({ key }) => ({ device: key as Device })}
            />
            {sharedLine !== undefined && (
              <p className="flex gap-2 text-small text-ink-2 tabular-nums">
                <Share2 aria-hidden="true" size={15} strokeWidth={1.9} className="mt-0.5 flex-none" />
                <span>{sharedLine}</span>
              </p>
            )}
          </div>
        )}
        {(visited || sharedLine !== undefined) && (
          <MoreButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Ver menos' : 'Ver más'}
          </MoreButton>
        )}
      </div>
    </Panel>
  )
}

interface Origin {
  readonly key: string
  readonly name: string
  readonly count: number
}

function originsOf<Key extends string>(
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  counts: Readonly<Record<string, number>>,
): readonly Origin[] {
  return keys
    .map((key) => ({ key, name: names[key], count: counts[key] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

const deviceOrigins = (devices: Readonly<Record<Device, number>>): readonly Origin[] =>
  originsOf(DEVICES, DEVICE_NAMES, devices)

const LINES_MAX = 6

/** Merges the rest into one line, so that the list adds up to all visits. */
function shortened(origins: readonly Origin[]): readonly Origin[] {
  if (origins.length <= LINES_MAX) return origins
  const rest = origins.slice(LINES_MAX - 1)
  const count = rest.reduce((sum, origin) => sum + origin.count, 0)
  return [...origins.slice(0, LINES_MAX - 1), { key: 'rest', name: 'Los demás', count }]
}

export const referrerOrigins = (referrers: Readonly<Record<Referrer, number>>): readonly Origin[] =>
  shortened(originsOf(REFERRERS, REFERRER_NAMES, referrers))

/** `Compartida 16 veces: 14 en WhatsApp, 2 en Telegram`; undefined when never. */
export function sharedText(shared: Readonly<Record<string, number>>): string | undefined {
  const apps = originsOf(SHARING_APPS, SHARING_APP_NAMES, shared)
  const [first, ...rest] = apps
  if (!first) return undefined
  const total = apps.reduce((sum, { count }) => sum + count, 0)
  const times = `Compartida ${countLabel(total)} ${total === 1 ? 'vez' : 'veces'}`
  if (rest.length === 0) return `${times} en ${first.name}`
  return `${times}: ${apps.map(({ name, count }) => `${countLabel(count)} en ${name}`).join(', ')}`
}
