import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useSyncExternalStore } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ConsentLine } from '../../../ui/ConsentLine.tsx'
import { TextArea } from '../../../ui/forms/TextArea.tsx'
import { mayStillBeTaken, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { CardsField } from './CardsField.tsx'
import { ContactFields } from './ContactFields.tsx'
import type { QuotationValues } from './quotation-form.ts'
import type { sendQuotation } from './send-quotation.ts'
import { useQuotationForm } from './use-quotation-form.ts'

interface QuotationFormProps {
  /** It follows another request, so it takes the focus. */
  readonly again: boolean
  readonly sendRequest: typeof sendQuotation
  readonly onReceived: (values: QuotationValues) => void
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
        {form.sending ? 'Enviando...' : failure === undefined ? 'Solicitar cotización' : 'Reintentar'}
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

const never = () => () => undefined

/** False in the HTML of the build, and until React has taken over from it. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const NOT_SENT = 'No pudimos enviar tu solicitud.'

/** Only a refusal says more than that it failed: for how long to wait, or what is wrong. */
const textOf = (error: unknown): string =>
  mayStillBeTaken(error) && refusalFrom(error)?.code !== 'too-many' ? NOT_SENT : refusalText(error, NOT_SENT)

/** The form's own button sends it once more. Who is refused for their number can write. */
function QuotationFailure({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  return (
    <div className="l-full grid justify-items-start gap-2">
      <Notice tone="danger">{textOf(error)}</Notice>
      {refusalFrom(error)?.code === 'too-many' && (
        <p className="text-small">
          <span>También puedes escribirnos a </span>
          <a href={`mailto:${PRODUCT.salesEmail}`} className="text-accent underline underline-offset-2">
            {PRODUCT.salesEmail}
          </a>
        </p>
      )}
    </div>
  )
}
