import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import type { Demo } from '../demo/use-demo.ts'
import { DemoPhone } from '../demo/DemoPhone.tsx'
import { TapCard } from './TapCard.tsx'
import { Waves } from './Waves.tsx'

/** A card taps a phone. The moving parts are recreated for each tap, so that the animation restarts. */
export function HeroStage({ demo }: { readonly demo: Demo }) {
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
