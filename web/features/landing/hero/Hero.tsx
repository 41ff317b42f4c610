import { PRODUCT } from '@app/contracts/product.ts'
import { Nfc, UserRoundCheck } from 'lucide-react'
import type { Demo } from '../demo/use-demo.ts'
import { useState, type ReactNode } from 'react'
import { DemoPhone } from '../demo/DemoPhone.tsx'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { Ondas } from '../../../ui/brand/Ondas.tsx'

/** A card taps a phone. The moving parts are recreated for each tap, so that the animation restarts. */
function HeroStage({ demo }: { readonly demo: Demo }) {
  const [taps, setTaps] = useState(0)
  return (
    <div className="l-stage">
      <Waves key={`waves-${taps}`} />
      <DemoPhone demo={demo} />
      <TapCard taps={taps} onTap={() => setTaps(taps + 1)} />
      <div role="status" className="l-toast-place">
        <p key={taps} className="l-toast">
          <span aria-hidden="true">
            <UserRoundCheck size={19} strokeWidth={2.2} />
          </span>
          <span>
            <b>Contacto guardado</b>
            <span className="sr-only"> · </span>
            <small>Toque NFC · hace 3 s</small>
          </span>
        </p>
      </div>
    </div>
  )
}

const RINGS = 13
const FIRST_PX = 104
const STEP_PX = 64

/** Around the point where the card touches the phone; they fade towards the edge. */
const Waves = () => (
  <svg aria-hidden="true" className="l-waves" viewBox="-940 -940 1880 1880" fill="none">
    <g>
      {Array.from({ length: RINGS }, (_, ring) => (
        <circle key={ring} r={FIRST_PX + STEP_PX * ring} opacity={(0.22 * (1 - ring / RINGS)).toFixed(3)} />
      ))}
    </g>
  </svg>
)

interface TapCardProps {
  readonly taps: number
  readonly onTap: () => void
}

/** The button stays in its place; only its face moves, so that focus and pointer do not lose it. */
function TapCard({ taps, onTap }: TapCardProps) {
  return (
    <button type="button" className="l-card" onClick={onTap}>
      <span key={taps} className="l-card-face">
        <em>Probar un toque</em>
        <Ondas className="l-card-ondas" rings={7} step={26} />
        <Mark size={20} />
        <b>Antonia Rivas Soto</b>
        <small>Directora Comercial</small>
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

export function Hero({ bar, actions, demo }: HeroProps) {
  return (
    <div className="l-block l-celeste l-hero">
      <div className="l-wrap">
        {bar}
        <div id="contenido" tabIndex={-1} className="l-hero-grid">
          <div className="l-pitch">
            <p className="l-eyebrow">
              <Nfc aria-hidden="true" size={20} strokeWidth={2.2} />
              Tarjetas NFC y QR para empresas de Chile
            </p>
            <h1>
              {FIRST_LINE}, <br />
              {SECOND_LINE}
            </h1>
            <p className="l-lead">
              La acercas a un teléfono y se abre tu perfil. Te guardan como contacto y tú ves qué pasó
              después. Sin instalar nada.
            </p>
            <p className="l-actions">{actions}</p>
            <ul className="l-facts">
              {FACTS.map(([fact, about]) => (
                <li key={fact}>
                  <b>{fact}</b> {about}
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
