import { X } from 'lucide-react'
import { isolated } from '@app/contracts/fields/names.ts'
import { partsOf, type Narrowed, useFiltering } from './filtering.tsx'
import { weekHourOf } from '@app/contracts/traffic/ranges.ts'
import { DEVICE_NAMES, networkName, SOURCE_NAMES } from '@app/contracts/traffic/kinds.ts'
import { hourName, periodText, spanText } from './days.ts'

/** `WhatsApp`, `Tarjeta NFC`, `Martes 13–14 h`, `Viernes 20 de noviembre` */
function partText({ network, source, device, hour, from, to }: Narrowed, customTitle: string): string {
  if (network !== undefined) return `Red: ${networkName(network, customTitle)}`
  if (source !== undefined) return `Origen: ${SOURCE_NAMES[source]}`
  if (device !== undefined) return `Dispositivo: ${DEVICE_NAMES[device]}`
  if (hour !== undefined) return hourName(weekHourOf(hour))
  if (from === undefined || to === undefined) return ''
  return from === to ? periodText(from, 'day') : spanText(from, to)
}

export function FilterChips({ customTitle }: { readonly customTitle: string }) {
  const { narrowed, toggle } = useFiltering()
  const chips = partsOf(narrowed).map((part) => ({ part, text: partText(part, customTitle) }))
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 text-small min-[900px]:mb-3.5">
      {chips.map(({ part, text }) => (
        <button
          key={text}
          type="button"
          aria-label={`Quitar el filtro ${text}`}
          onClick={() => toggle(part)}
          className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 font-semibold hover:bg-surface-3 pointer-coarse:min-h-11"
        >
          <span dir="auto" className="min-w-0 text-left wrap-anywhere">
            {text}
          </span>
          <X aria-hidden="true" size={14} strokeWidth={2.2} className="flex-none text-ink-2" />
        </button>
      ))}
      <p id="no-report" className="text-ink-3">
        El Reporte Excel no lleva filtros: quítalos para descargarlo.
      </p>
      <p role="status" className="sr-only">
        {`Ves solo: ${chips.map(({ text }) => isolated(text)).join(', ')}`}
      </p>
    </div>
  )
}
