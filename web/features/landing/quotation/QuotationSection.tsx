import { Check } from 'lucide-react'
import { useState } from 'react'
import type { QuotationValues } from './quotation-form.ts'
import { QuotationForm } from './QuotationForm.tsx'
import { QuotationReceived } from './QuotationReceived.tsx'
import { sendQuotation } from './send-quotation.ts'

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
