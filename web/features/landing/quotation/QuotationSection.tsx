import { Check } from 'lucide-react'
import { useState, useLayoutEffect, useRef } from 'react'
import { QuotationForm } from './QuotationForm.tsx'
import { Section, SectionTitle, SUBTITLE } from '../Section.tsx'
import { Button } from '../../../ui/Button.tsx'

// The tick above the title stays below the bar.
const RECEIVED = 'scroll-mt-[100px] text-[1.75rem] leading-[1.1] tracking-[-0.035em] focus:outline-none'

function QuotationReceived({ onAgain }: { readonly onAgain: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone with its form.
  useLayoutEffect(() => title.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-3 py-4">
      <span
        aria-hidden="true"
        className="grid size-14 place-items-center rounded-full bg-success-soft text-success"
      >
        <Check size={28} strokeWidth={2.4} />
      </span>
      <h3 ref={title} tabIndex={-1} className={RECEIVED}>
        ¡Solicitud recibida!
      </h3>
      <p className="text-ink-2">Te contactaremos en un plazo máximo de 24 horas.</p>
      <Button onClick={onAgain} className="mt-3">
        Enviar otra solicitud
      </Button>
    </div>
  )
}

const PROMISES = ['Diseño con tu logo', 'Perfiles listos para usar', 'Envío a todo Chile']

const LAYOUT =
  'grid grid-cols-[minmax(0,0.8fr)_minmax(0,1.2fr)] items-start gap-14 max-desk:grid-cols-1 max-desk:gap-7'
const FORM_CARD =
  'rounded-[28px] bg-surface p-8 text-ink [--focus:var(--accent)] forced-colors:border max-[601px]:p-[22px]'

export function QuotationSection() {
  const [received, setReceived] = useState(0)
  const [isSent, setSent] = useState(false)
  return (
    <Section name="quotation" look="celeste" className={LAYOUT}>
      <div>
        <SectionTitle name="quotation">Cotiza para tu equipo.</SectionTitle>
        <p className={SUBTITLE}>Te contactamos en menos de 24 horas.</p>
        <ul className="mt-[30px] grid gap-3 font-[550]">
          {PROMISES.map((promise) => (
            <li key={promise} className="flex items-center gap-[11px]">
              <Check aria-hidden="true" size={20} strokeWidth={2.6} />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <div className={FORM_CARD}>
        {isSent ? (
          <QuotationReceived onAgain={() => setSent(false)} />
        ) : (
          // A new form each time: it starts empty, and with an Idempotency-Key of its own.
          <QuotationForm
            key={received}
            again={received > 0}
            onReceived={() => {
              setReceived(received + 1)
              setSent(true)
            }}
          />
        )}
      </div>
    </Section>
  )
}
