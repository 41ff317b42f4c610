import { PRODUCT } from '@app/contracts/product.ts'
import { Nfc } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Demo } from '../demo/use-demo.ts'
import { HeroStage } from './HeroStage.tsx'

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
