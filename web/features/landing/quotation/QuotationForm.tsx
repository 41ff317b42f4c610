import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useSyncExternalStore, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ConsentLine } from '../../../ui/PageLinks.tsx'
import { TextArea, TextField, EmailField } from '../../../ui/forms/fields.tsx'
import { mayStillBeTaken, refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { CardsField } from './CardsField.tsx'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { useSchemaForm, type SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import {
  bodyOf,
  EMPTY_QUOTATION,
  formFaults,
  quotationForm,
  type QuotationValues,
  sendQuotation,
} from './quotation-form.ts'

interface ContactFieldsProps {
  readonly form: SchemaForm<keyof QuotationValues>
  /** The form follows another request, so it takes the focus. */
  readonly again: boolean
}

function ContactFields({ form, again }: ContactFieldsProps) {
  const { field } = form
  return (
    <>
      <TextField
        label="Empresa"
        autoComplete="organization"
        autoFocus={again}
        required
        {...field('company')}
      />
      <TextField label="Persona de contacto" autoComplete="name" required {...field('contact_person')} />
      <EmailField label="Correo" placeholder="nombre@empresa.cl" form={form} {...field('email')} />
      <TextField
        label="Teléfono"
        type="tel"
        autoComplete="tel"
        placeholder="+56 9 1234 5678"
        required
        {...field('phone')}
      />
    </>
  )
}

interface QuotationSending {
  readonly form: SchemaForm<keyof QuotationValues>
  /** The last request's fault, if it is about no single field. */
  readonly failure: unknown
}

/** All tries of the same content have the same Idempotency-Key, so that the request is recorded once. */
function useQuotationForm(onReceived: (values: QuotationValues) => void): QuotationSending {
  const keys = useIdempotencyKeys()
  const [failure, setFailure] = useState<unknown>()
  const send = async (values: QuotationValues) => {
    const body = bodyOf(values)
    const error = await sendQuotation(body, keys.keyFor(body))
    if (!error) {
      keys.spent()
      onReceived(values)
      return undefined
    }
    if (!mayStillBeTaken(error)) keys.spent()
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
  // Without the script a browser would put what was typed into the address.
  const ready = useHydrated()
  return (
    <form {...form.props} className={FIELDS}>
      <ContactFields form={form} again={again} />
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
      <Button
        type="submit"
        kind="primary"
        size="lg"
        disabled={!ready}
        busy={form.sending}
        className="col-span-full forced-colors:border"
      >
        {form.sending ? 'Enviando...' : failure === undefined ? 'Solicitar cotización' : 'Reintentar'}
      </Button>
      <noscript className="col-span-full">
        Activa JavaScript para enviarla, o escríbenos a {PRODUCT.salesEmail}.
      </noscript>
      <ConsentLine
        version={QUOTATION_CONSENT}
        className="col-span-full text-small text-ink-3"
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
    <div className="col-span-full grid justify-items-start gap-2">
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
