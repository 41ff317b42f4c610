import type { Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { DEVICE_NAMES, SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { Check, Link2, Nfc, QrCode as QrIcon, type LucideIcon } from 'lucide-react'
import { useNow } from '../../../ui/browser/use-now.ts'
import { RollingFigure } from './RollingFigure.tsx'
import { TAP_WORDS } from './tap-words.ts'
import { tapAge, type FirstTaps } from './use-first-taps.ts'

const ICONS: Readonly<Record<Source, LucideIcon>> = { nfc: Nfc, qr: QrIcon, link: Link2 }

export function TapChip({ taps: { own, counted, isSeen } }: { readonly taps: FirstTaps }) {
  const nowMs = useNow()
  const fact = counted ?? own
  if (fact === undefined) return <div role="status" className="stage-status" />
  const words = TAP_WORDS[fact.source]
  const Icon = counted ? ICONS[fact.source] : Check
  return (
    <div role="status" className="stage-status">
      <p className={`stage-chip ${counted ? '' : 'stage-chip-own'}`}>
        <span aria-hidden="true">
          <Icon size={19} strokeWidth={2.2} />
        </span>
        <span>
          <b>
            <span>{counted ? words.first : words.own}</span>
            {/* It changes every second, which nobody wants to hear. */}
            <span aria-hidden="true" className="whitespace-nowrap">
              {tapAge(Date.parse(fact.at), nowMs)}
            </span>
            <span>{!counted && '.'}</span>
          </b>
          <small>
            {counted ? `${DEVICE_NAMES[fact.device]} · ${SOURCE_NAMES[fact.source]}` : words.ownNote}
          </small>
        </span>
        <b aria-hidden="true" className="stage-chip-figure">
          <RollingFigure value={counted ? 1 : 0} isRolling={isSeen} />
        </b>
      </p>
    </div>
  )
}
