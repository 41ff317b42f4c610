import { QUOTATION_CONSENT } from '@app/contracts/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConsentLine } from '../../../ui/ConsentLine.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { CardsField } from './CardsField.tsx'
import { ContactFields } from './ContactFields.tsx'
import { QuotationFailure } from './QuotationFailure.tsx'
import type { sendQuotation } from './send-quotation.ts'
import { useQuotationForm } from './use-quotation-form.ts'

interface QuotationFormProps {
  /** It follows another request, so it takes the focus. */
  readonly again: boolean
  readonly sendRequest: typeof sendQuotation
  readonly onReceived: () => void
}

export function QuotationForm({ again, sendRequest, onReceived }: QuotationFormProps) {
  const { form, failure } = useQuotationForm(sendRequest, onReceived)
  // Without the script a browser would put what was typed into the address.
  const ready = useHydrated()
  return (
    <form {...form.props} className="l-fields">
      <ContactFields form={form} again={again} />
      <CardsField form={form} />
      <div className="l-full">
        <TextArea
          label="Comentarios"
          optional
          placeholder="Plazos, diseño, entrega…"
          {...form.field('comments')}
        />
      </div>
      <QuotationFailure error={failure} />
      <Button
        type="submit"
        kind="primary"
        size="lg"
        disabled={!ready}
        busy={form.sending}
        className="l-full l-ink"
      >
        {form.sending ? 'Enviando...' : 'Solicitar cotización'}
      </Button>
      <noscript className="l-full">
        Activa JavaScript para enviarla, o escríbenos a {PRODUCT.salesEmail}.
      </noscript>
      <ConsentLine
        version={QUOTATION_CONSENT}
        className="l-full text-small text-ink-3"
        linkClassName="text-accent underline underline-offset-2"
      />
    </form>
  )
}
