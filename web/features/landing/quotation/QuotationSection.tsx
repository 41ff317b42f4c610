import { Check } from 'lucide-react'
import { useState, useLayoutEffect, useRef } from 'react'
import { QuotationForm } from './QuotationForm.tsx'
import { sendQuotation } from './send-quotation.ts'
import { Button } from '../../../ui/Button.tsx'
import { receivedText, type QuotationValues } from './quotation-form.ts'

interface QuotationReceivedProps {
  readonly values: QuotationValues
  readonly onAgain: () => void
}

function QuotationReceived({ values, onAgain }: QuotationReceivedProps) {
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
      <h3 ref={title} tabIndex={-1} className="l-received">
        ¡Solicitud recibida!
      </h3>
      <p className="text-ink-2">Te contactaremos en un plazo máximo de 24 horas.</p>
      <p className="wrap-anywhere text-ink-2">{receivedText(values)}</p>
      <Button onClick={onAgain} className="mt-3">
        Enviar otra solicitud
      </Button>
    </div>
  )
}

const PROMISES = ['Diseño con tu logo', 'Perfiles listos para usar', 'Envío a todo Chile']

/** @param send for tests, which do not wait between two tries */
export function QuotationSection({ send = sendQuotation }: { readonly send?: typeof sendQuotation }) {
  const [received, setReceived] = useState(0)
  const [values, setValues] = useState<QuotationValues>()
  return (
    <section id="quotation" tabIndex={-1} aria-labelledby="quotation-title" className="l-block l-celeste">
      <div className="l-wrap l-quote">
        <div>
          <h2 id="quotation-title">Cotiza para tu equipo.</h2>
          <p className="l-sub">Te contactamos en menos de 24 horas.</p>
          <ul className="l-ticks">
            {PROMISES.map((promise) => (
              <li key={promise}>
                <Check aria-hidden="true" size={20} strokeWidth={2.6} />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <div className="l-form-card">
          {values ? (
            <QuotationReceived values={values} onAgain={() => setValues(undefined)} />
          ) : (
            // A new form each time: it starts empty, and with an Idempotency-Key of its own.
            <QuotationForm
              key={received}
              again={received > 0}
              sendRequest={send}
              onReceived={(sent) => {
                setReceived(received + 1)
                setValues(sent)
              }}
            />
          )}
        </div>
      </div>
    </section>
  )
}
