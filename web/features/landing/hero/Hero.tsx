import { PRODUCT } from '@app/contracts/product.ts'
import { Nfc, UserRoundCheck } from 'lucide-react'
import type { Demo } from '../demo/use-demo.ts'
import { useState, type ReactNode } from 'react'
import { DemoPhone } from '../demo/DemoPhone.tsx'
import { Mark, Ondas } from '../../../ui/brand.tsx'
import { CELESTE_BLOCK, WRAP } from '../Section.tsx'

const STAGE =
  'relative max-desk:h-[830px] max-[481px]:h-[850px] max-[360px]:h-[860px] ' +
  'desk:max-[1181px]:[zoom:.88] max-[481px]:[zoom:.8] max-[360px]:[zoom:.66]'
// The chip never lies over the block's edge, however narrow that is.
const CHIP =
  'pointer-events-none absolute top-[684px] left-1/2 z-4 -ml-[306px] desk:max-[1181px]:-ml-[240px] ' +
  'max-desk:top-[752px] max-desk:-ml-[250px] ' +
  'max-[481px]:top-[758px] max-[481px]:left-[max(-8px,50%-236px)] max-[481px]:ml-0'
const CHIP_TEXT =
  'flex animate-toast items-center gap-[11px] rounded-lg bg-surface py-[11px] pr-4 pl-3 text-[0.875rem] ' +
  'leading-[1.3] whitespace-nowrap text-ink shadow-modal forced-colors:border'

/** A card taps a phone. The moving parts are recreated for each tap, so that the animation restarts. */
function HeroStage({ demo }: { readonly demo: Demo }) {
  const [taps, setTaps] = useState(0)
  return (
    <div className={STAGE}>
      <Waves key={`waves-${taps}`} />
      <DemoPhone demo={demo} />
      <TapCard taps={taps} onTap={() => setTaps(taps + 1)} />
      <div role="status" className={CHIP}>
        <p key={taps} className={CHIP_TEXT}>
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-[11px] bg-success-soft text-success"
          >
            <UserRoundCheck size={19} strokeWidth={2.2} />
          </span>
          <span>
            <b className="font-[650]">Contacto guardado</b>
            <span className="sr-only"> · </span>
            <small className="block text-[0.78125rem] text-ink-3">Toque NFC · hace 3 s</small>
          </span>
        </p>
      </div>
    </div>
  )
}

const RINGS = 13
const FIRST_PX = 104
const STEP_PX = 64

const WAVES =
  'pointer-events-none absolute top-[450px] left-1/2 -mt-[940px] -ml-[940px] w-[1880px] max-w-none ' +
  'stroke-on-signal stroke-[1.5]'

const Waves = () => (
  <svg aria-hidden="true" className={WAVES} viewBox="-940 -940 1880 1880" fill="none">
    <g className="animate-spread">
      {Array.from({ length: RINGS }, (_, ring) => (
        <circle key={ring} r={FIRST_PX + STEP_PX * ring} opacity={(0.22 * (1 - ring / RINGS)).toFixed(3)} />
      ))}
    </g>
  </svg>
)

const CARD =
  'group @container absolute top-[420px] left-1/2 z-3 -ml-[262px] h-[212px] w-[336px] -rotate-13 ' +
  'rounded-[20px] max-desk:top-[396px] max-desk:-ml-[268px] max-desk:scale-86 ' +
  'max-[481px]:left-[max(-28px,50%-240px)] max-[481px]:ml-0'
const FACE =
  'relative block size-full animate-slide-in overflow-hidden rounded-[20px] px-[22px] py-5 text-left ' +
  'bg-[linear-gradient(135deg,#0c2a36,var(--color-night)_62%)] text-white shadow-card-face ' +
  '[--signal-deep:var(--color-glow)] forced-colors:border forced-colors:bg-[Canvas] forced-colors:bg-none'
// In large text the words on the card are above each other, and end with it.
const NAME =
  'absolute bottom-[38px] left-[22px] text-[1.0625rem] font-[650] tracking-[-0.02em] ' +
  '@max-[16rem]:bottom-24 @max-[16rem]:text-[28px] @max-[16rem]:leading-[1.2]'
const ROLE =
  'absolute bottom-[18px] left-[22px] text-[0.8125rem] text-[#c8d4d9] ' +
  '@max-[16rem]:bottom-16 @max-[16rem]:text-[24px] @max-[16rem]:leading-[1.2]'
const TRY =
  'absolute right-3.5 bottom-3.5 rounded-full bg-glow px-[11px] py-[5px] text-[0.8125rem] font-[650] ' +
  'text-night not-italic group-hover:bg-white @max-[16rem]:right-auto @max-[16rem]:bottom-3 ' +
  '@max-[16rem]:left-3.5 @max-[16rem]:text-[24px] @max-[16rem]:leading-[1.4]'
const CARD_RINGS = 'absolute top-[52px] left-[284px] w-[366px] max-w-none -translate-1/2 text-glow'

/** The button stays in its place; only its face moves, so that focus and pointer do not lose it. */
function TapCard({ taps, onTap }: { readonly taps: number; readonly onTap: () => void }) {
  return (
    <button type="button" className={CARD} onClick={onTap}>
      <span key={taps} className={FACE}>
        <em className={TRY}>Probar un toque</em>
        <Ondas className={CARD_RINGS} rings={7} step={26} />
        <Mark size={20} />
        <b className={NAME}>Antonia Rivas Soto</b>
        <small className={ROLE}>Directora Comercial</small>
      </span>
    </button>
  )
}

interface HeroProps {
  readonly bar: ReactNode
  readonly actions: ReactNode
  readonly demo: Demo
}

const FACTS = [
  ['50+ empresas', 'ya la usan'],
  ['3 a 5 días hábiles', 'de envío a todo Chile'],
  ['iPhone y Android', 'sin aplicación'],
] as const

const [FIRST_LINE, SECOND_LINE] = PRODUCT.tagline.split(', ')

export const LANDING = 'overflow-x-clip bg-surface text-[1rem]'
// In large text what follows the name has a row of its own, from edge to edge.
export const TOP_BAR =
  'relative z-3 flex min-h-[76px] flex-wrap items-center justify-between gap-2 *:first:mr-auto'
const GRID =
  'relative z-2 grid min-h-[812px] grid-cols-[minmax(0,1.12fr)_minmax(0,0.88fr)] gap-6 focus:outline-none ' +
  'max-desk:min-h-0 max-desk:grid-cols-1'
const TITLE =
  'mt-5 mb-[26px] text-[clamp(3rem,7.3vw,7rem)] leading-[0.94] font-bold tracking-[-0.05em] ' +
  'whitespace-nowrap max-desk:whitespace-normal max-[360px]:text-[2.625rem]'
const LEAD =
  'max-w-[31ch] text-[1.3125rem] leading-[1.42] font-[480] tracking-[-0.015em] text-pretty ' +
  'max-[481px]:text-[1.1875rem]'
const ACTIONS =
  'mt-[34px] mb-[42px] flex flex-wrap gap-3 max-desk:*:flex-[1_1_min(100%,300px)] max-desk:*:whitespace-normal'

export function Hero({ bar, actions, demo }: HeroProps) {
  return (
    <div className={CELESTE_BLOCK}>
      <div className={WRAP}>
        {bar}
        <div id="contenido" tabIndex={-1} className={GRID}>
          <div className="relative z-2 self-center pt-[84px] pb-[72px] max-desk:pt-9 max-desk:pb-0">
            <p className="flex items-center gap-[9px] text-[0.875rem] font-[650] tracking-[-0.01em]">
              <Nfc aria-hidden="true" size={20} strokeWidth={2.2} />
              Tarjetas NFC y QR para empresas de Chile
            </p>
            <h1 className={TITLE}>
              {FIRST_LINE}, <br />
              {SECOND_LINE}
            </h1>
            <p className={LEAD}>
              La acercas a un teléfono y se abre tu perfil. Te guardan como contacto y tú ves qué pasó
              después. Sin instalar nada.
            </p>
            <p className={ACTIONS}>{actions}</p>
            <ul className="flex flex-wrap gap-x-[26px] gap-y-4 max-[481px]:gap-x-5">
              {FACTS.map(([fact, about]) => (
                <li
                  key={fact}
                  className="border-l-[1.5px] border-on-signal/28 pl-3.5 text-[0.875rem] leading-[1.35]"
                >
                  <b className="block text-[1.0625rem] tracking-[-0.02em]">{fact}</b> {about}
                </li>
              ))}
            </ul>
          </div>
          <HeroStage demo={demo} />
        </div>
      </div>
    </div>
  )
}
