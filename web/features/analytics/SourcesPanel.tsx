import { SOURCES, type Source } from '@app/contracts/traffic.ts'
import { Link2, Nfc, QrCode, type LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { Panel } from '../../ui/Panel.tsx'
import { countText, percentText } from './figures.ts'
import { sharesOf } from './shares.ts'

const NAMES: Record<Source, readonly [name: string, icon: LucideIcon]> = {
  nfc: ['Tarjeta NFC', Nfc],
  qr: ['Código QR', QrCode],
  link: ['Enlace', Link2],
}

export const SourcesPanel = memo(function SourcesPanel({
  sources,
}: {
  readonly sources: Readonly<Record<string, number>>
}) {
  const counts = SOURCES.map((source) => sources[source] ?? 0)
  const shares = sharesOf(counts)
  if (counts.every((count) => count === 0)) {
    return (
      <Panel title="Origen de las visitas">
        <p className="py-2 text-small text-ink-3">Sin visitas en este período.</p>
      </Panel>
    )
  }
  return (
    <Panel title="Origen de las visitas">
      <div aria-hidden="true" className="mb-3.5 flex h-3 gap-[3px] overflow-hidden rounded-full">
        {SOURCES.map((source, index) =>
          counts[index] ? (
            <i
              key={source}
              className="h-full"
              style={{ flexGrow: counts[index], background: `var(--src-${source})` }}
            />
          ) : null,
        )}
      </div>
      <ul className="grid gap-x-8 gap-y-[9px] text-small md:grid-cols-3">
        {SOURCES.map((source, index) => {
          const [name, Icon] = NAMES[source]
          return (
            <li key={source} className="flex items-center gap-[9px]">
              <i
                className="size-2.5 flex-none rounded-[3px]"
                style={{ background: `var(--src-${source})` }}
              />
              <Icon aria-hidden="true" size={16} strokeWidth={1.9} className="flex-none" />
              <span className="font-semibold">{name}</span>
              <span className="ml-auto text-ink-2 tabular-nums">
                <b className="mr-1.5 font-[650] text-ink">{countText(counts[index] ?? 0)}</b>
                {percentText(shares[index] ?? 0)}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
})
