import { type Source, DEVICE_NAMES, SOURCE_NAMES } from '@app/contracts/traffic/kinds.ts'
import { Check, Link2, Nfc, QrCode as QrIcon, type LucideIcon } from 'lucide-react'
import { useNow } from '../../../ui/browser/use-browser.ts'
import { TAP_WORDS, tapAge, type FirstTaps } from './use-first-taps.ts'

const ICONS: Readonly<Record<Source, LucideIcon>> = { nfc: Nfc, qr: QrIcon, link: Link2 }

const STATUS =
  'z-10 max-wide:px-[18px] wide:absolute wide:right-[clamp(16px,2vw,30px)] wide:bottom-[clamp(16px,2vw,34px)]'
const CHIP =
  'mt-2.5 flex min-h-[62px] animate-[rise_var(--dur-4)_var(--ease-out)] flex-wrap items-center gap-3 rounded-lg ' +
  'bg-surface py-2 pr-3 pl-2.5 text-nav leading-[1.3] text-ink shadow-modal wide:px-4 wide:text-[0.9375rem] forced-colors:border'

export function TapChip({ taps: { own, counted } }: { readonly taps: FirstTaps }) {
  const nowMs = useNow()
  const fact = counted ?? own
  if (fact === undefined) return <div role="status" className={STATUS} />
  const words = TAP_WORDS[fact.source]
  const Icon = counted ? ICONS[fact.source] : Check
  return (
    <div role="status" className={STATUS}>
      <p className={CHIP}>
        <span
          aria-hidden="true"
          className={`grid size-9 flex-none place-items-center rounded-[13px] ${counted ? 'bg-success-soft text-success' : 'bg-accent-soft text-accent'}`}
        >
          <Icon size={19} strokeWidth={2.2} />
        </span>
        <span>
          <b className="block font-[650]">
            <span>{counted ? words.first : words.own}</span>
            {/* It changes every second, which nobody wants to hear. */}
            <span aria-hidden="true" className="whitespace-nowrap">
              {tapAge(Date.parse(fact.at), nowMs)}
            </span>
            <span>{!counted && '.'}</span>
          </b>
          <small className="text-small text-ink-3">
            {counted ? `${DEVICE_NAMES[fact.device]} · ${SOURCE_NAMES[fact.source]}` : words.ownNote}
          </small>
        </span>
        <b
          aria-hidden="true"
          className="ml-auto border-l border-line pl-4 text-[2.25rem] leading-none font-[650] tabular-nums wide:hidden"
        >
          {counted ? 1 : 0}
        </b>
      </p>
    </div>
  )
}

export const CardOnPhone = () => (
  <svg aria-hidden="true" viewBox="0 0 84 84" className="size-[84px]" fill="none">
    <g stroke="var(--accent)" strokeWidth="1.5">
      <circle cx="40" cy="34" r="14" opacity="0.7" />
      <circle cx="40" cy="34" r="23" opacity="0.45" />
      <circle cx="40" cy="34" r="32" opacity="0.25" />
    </g>
    <rect
      x="38"
      y="20"
      width="28"
      height="54"
      rx="6"
      fill="var(--surface)"
      stroke="var(--ink)"
      strokeWidth="2.5"
    />
    <rect x="45" y="62" width="14" height="5" rx="2.5" fill="var(--signal)" />
    <g transform="rotate(-9 33 37)">
      <rect
        x="13"
        y="25"
        width="40"
        height="25"
        rx="4"
        fill="#0b2530"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <circle cx="44" cy="34" r="3" fill="var(--signal)" />
      <path d="M44 27a7 7 0 0 1 0 14" stroke="var(--signal)" strokeWidth="1.5" />
    </g>
  </svg>
)

export const Figure = ({ taps }: { readonly taps: number }) => (
  <p role="status" className="grid justify-items-center leading-none">
    <b className="text-[2.5rem] font-[650] tabular-nums">{taps.toLocaleString('es-CL')}</b>{' '}
    <small className="mt-1 text-micro font-semibold text-ink-2">{taps === 1 ? 'visita' : 'visitas'}</small>
  </p>
)
