import { useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { phoneDigits, phoneFault } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { QUOTATION_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { postQuotation, quotationBody } from '@app/contracts/quotations.ts'
import { mayStillBeTaken, refusalFrom, refusalText, useOnce } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmailField, TextArea, TextField } from '../../../ui/forms/fields.tsx'
import { typedAs, useSchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { ConsentLine } from '../../../ui/PageLinks.tsx'
import { CardsField, cardsOf, checkCards } from './CardsField.tsx'

const isPhone = (typed: string): boolean => phoneDigits(typed) !== undefined

const { company, contact_person, email, phone, comments } = quotationBody.shape

export const quotationForm = z
  .object({
    company: typedAs(company, { charsMax: LIMITS.nameCharsMax }),
    contact_person: typedAs(contact_person, { charsMax: LIMITS.nameCharsMax }),
    email: typedAs(email, { charsMax: LIMITS.emailCharsMax }),
    phone: typedAs(phone.refine(isPhone, { error: ({ input }) => phoneFault(String(input)).fault }), {
      charsMax: LIMITS.phoneCharsMax,
    }),
    range: z.string(),
    quantity: z.string(),
    comments: typedAs(comments, { charsMax: LIMITS.paragraphCharsMax, optional: true }),
  })
  .superRefine(checkCards)

type QuotationValues = Readonly<z.infer<typeof quotationForm>>
type QuotationBody = z.input<typeof quotationBody>

const EMPTY_QUOTATION: QuotationValues = {
  company: '',
  contact_person: '',
  email: '',
  phone: '',
  range: '',
  quantity: String(LIMITS.cardsMin),
  comments: '',
}

export const bodyOf = ({ range, quantity, ...words }: QuotationValues): QuotationBody => ({
  ...words,
  estimated_cards: cardsOf({ range, quantity }),
})

const ANSWER_MS_MAX = 15_000

/** Without an error once the request is durable; else with one that app/refusal.ts reads. */
async function sendQuotation({ body, key }: { readonly body: QuotationBody; readonly key: string }) {
  try {
    const response = await fetch(postQuotation.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const { status, headers } = response
    const data: unknown = await response.json().catch(() => undefined)
    if (response.ok && postQuotation.answer.safeParse(data).success) return {}
    return { error: { status, data, retryAfterSeconds: Number(headers.get('retry-after')) || undefined } }
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', data: String(error) } }
  }
}

interface QuotationFormProps {
  /** It follows another request, so it takes the focus. */
  readonly again: boolean
  readonly onReceived: () => void
}

const FIELDS =
  'grid grid-cols-2 items-start gap-x-4 gap-y-[18px] max-[601px]:grid-cols-1 max-[601px]:gap-4 ' +
  '[&_:placeholder-shown]:text-ellipsis [&_::placeholder]:text-[min(1em,5.8vw)]'

/** All tries of the same content have the same Idempotency-Key, so that the request is recorded once. */
export function QuotationForm({ again, onReceived }: QuotationFormProps) {
  const sendOnce = useOnce(sendQuotation)
  const [failure, setFailure] = useState<unknown>()
  const send = async (values: QuotationValues) => {
    const { error } = await sendOnce(bodyOf(values))
    if (error === undefined) onReceived()
    else console.error('quotation not sent', error)
    setFailure(error)
    return undefined
  }
  const form = useSchemaForm({ schema: quotationForm, initial: EMPTY_QUOTATION, send })
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
      {!form.sending && <QuotationFailure error={failure} />}
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
  const text = mayStillBeTaken(error) && !isTooMany ? NOT_SENT : refusalText(error, NOT_SENT)
  return (
    <div className="col-span-full">
      <Notice tone="danger">
        {isTooMany ? `${text} También puedes escribirnos a ${PRODUCT.salesEmail}.` : text}
      </Notice>
    </div>
  )
}
