import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useSyncExternalStore, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ConsentLine } from '../../../ui/PageLinks.tsx'
import { TextArea, TextField, EmailField } from '../../../ui/forms/fields.tsx'
import { mayStillBeTaken, refusalFrom, refusalText, useOnce } from '../../../app/refusal.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { CardsField } from './CardsField.tsx'
import { useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import {
  bodyOf,
  EMPTY_QUOTATION,
  formFaults,
  quotationForm,
  type QuotationValues,
  sendQuotation,
} from './quotation-form.ts'

/** All tries of the same content have the same Idempotency-Key, so that the request is recorded once. */
function useQuotationForm(onReceived: (values: QuotationValues) => void) {
  const sendOnce = useOnce(sendQuotation)
  const [failure, setFailure] = useState<unknown>()
  const send = async (values: QuotationValues) => {
    const { error } = await sendOnce(bodyOf(values))
    if (!error) {
      onReceived(values)
      return undefined
    }
    console.error('quotation not sent', error)
    const faults = formFaults(error, values)
    setFailure(faults ? undefined : error)
    return faults
  }
  const form = useSchemaForm({ schema: quotationForm, initial: EMPTY_QUOTATION, send })
  return { form, failure: form.sending ? undefined : failure }
}

interface QuotationFormProps {
  /** It follows another request, so it takes the focus. */
  readonly again: boolean
  readonly onReceived: (values: QuotationValues) => void
}

// Placeholders are whole in large text too.
const FIELDS =
  'grid grid-cols-2 items-start gap-x-4 gap-y-[18px] max-[601px]:grid-cols-1 max-[601px]:gap-4 ' +
  '[&_:placeholder-shown]:text-ellipsis [&_::placeholder]:text-[min(1em,5.8vw)]'

export function QuotationForm({ again, onReceived }: QuotationFormProps) {
  const { form, failure } = useQuotationForm(onReceived)
  return (
    <form {...form.props} className={FIELDS}>
      <TextField
        label="Empresa"
        autoComplete="organization"
        autoFocus={again}
        required
        {...form.field('company')}
      />
      <TextField label="Persona de contacto" autoComplete="name" required {...form.field('contact_person')} />
      <EmailField label="Correo" placeholder="nombre@empresa.cl" form={form} {...form.field('email')} />
      <TextField
        label="Teléfono"
        type="tel"
        autoComplete="tel"
        placeholder="+56 9 1234 5678"
        required
        {...form.field('phone')}
      />
      <CardsField form={form} />
      <div className="col-span-full">
        <TextArea
          label="Comentarios"
          optional
          placeholder="Plazos, diseño, entrega…"
          {...form.field('comments')}
        />
      </div>
      <QuotationFailure error={failure} />
      <SendButton isSending={form.sending} isAgain={failure !== undefined} />
      <ConsentLine
        version={QUOTATION_CONSENT}
        className="col-span-full text-small text-ink-3"
        linkClassName="text-accent underline underline-offset-2"
      />
    </form>
  )
}

const never = () => () => undefined

function SendButton({ isSending, isAgain }: { readonly isSending: boolean; readonly isAgain: boolean }) {
  // Without the script a browser would put what was typed into the address.
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <>
      <Button
        type="submit"
        kind="primary"
        size="lg"
        disabled={!isHydrated}
        busy={isSending}
        className="col-span-full forced-colors:border"
      >
        {isSending ? 'Enviando...' : isAgain ? 'Reintentar' : 'Solicitar cotización'}
      </Button>
      <noscript className="col-span-full">
        Activa JavaScript para enviarla, o escríbenos a {PRODUCT.salesEmail}.
      </noscript>
    </>
  )
}

const NOT_SENT = 'No pudimos enviar tu solicitud.'

/** The form's own button sends it once more. Only a refusal says more; who is refused for their number can write. */
function QuotationFailure({ error }: { readonly error: unknown }) {
  if (error === undefined) return null
  const isTooMany = refusalFrom(error)?.code === 'too-many'
  return (
    <div className="col-span-full grid justify-items-start gap-2">
      <Notice tone="danger">
        {mayStillBeTaken(error) && !isTooMany ? NOT_SENT : refusalText(error, NOT_SENT)}
      </Notice>
      {isTooMany && (
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
