import { Check } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { receivedText, type QuotationValues } from './quotation-form.ts'

interface QuotationReceivedProps {
  readonly values: QuotationValues
  readonly onAgain: () => void
}

export function QuotationReceived({ values, onAgain }: QuotationReceivedProps) {
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
