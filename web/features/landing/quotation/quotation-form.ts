import { quotationBody, postQuotation } from '@app/contracts/quotations.ts'
import { PHONE_FAULT, phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { CARD_RANGES, cardsFault, cardsText, NO_CARDS_CHOSEN } from '@app/contracts/fields/quoted-cards.ts'
import { z } from 'zod'
import { fieldFaults } from '../../../app/refusal.ts'
import { typedAs } from '../../../ui/forms/use-schema-form.ts'

export const OTHER_QUANTITY = 'other'
export const CHOICES = [...CARD_RANGES, OTHER_QUANTITY] as const

const isPhone = (typed: string): boolean => phoneDigits(typed) !== undefined

const { company, contact_person, email, phone, comments } = quotationBody.shape

export const quotationForm = z
  .object({
    company: typedAs(company, { charsMax: LIMITS.nameCharsMax }),
    contact_person: typedAs(contact_person, { charsMax: LIMITS.nameCharsMax }),
    email: typedAs(email, { charsMax: LIMITS.emailCharsMax }),
    phone: typedAs(phone.refine(isPhone, PHONE_FAULT), { charsMax: LIMITS.phoneCharsMax }),
    range: z.string(),
    quantity: z.string(),
    comments: typedAs(comments, { charsMax: LIMITS.paragraphCharsMax, optional: true }),
  })
  .superRefine(({ range, quantity }, context) => {
    const addFault = (field: string, message: string | undefined) => {
      if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message })
    }
    if (range === OTHER_QUANTITY) addFault('quantity', cardsFault(quantity.trim()))
    else if (!CHOICES.some((choice) => choice === range)) addFault('range', NO_CARDS_CHOSEN)
  })

export type QuotationValues = Readonly<z.infer<typeof quotationForm>>
type QuotationBody = z.input<typeof quotationBody>

export const EMPTY_QUOTATION: QuotationValues = {
  company: '',
  contact_person: '',
  email: '',
  phone: '',
  range: '',
  quantity: String(LIMITS.cardsMin),
  comments: '',
}

export const bodyOf = ({ range, quantity, ...values }: QuotationValues): QuotationBody => ({
  company: values.company.trim(),
  contact_person: values.contact_person.trim(),
  email: values.email.trim(),
  phone: values.phone.trim(),
  estimated_cards: range === OTHER_QUANTITY ? quantity.trim() : range,
  comments: values.comments.trim() === '' ? null : values.comments.trim(),
})

const FIELDS = ['company', 'contact_person', 'email', 'phone', 'estimated_cards', 'comments'] as const

/** The mailbox of the answer, and the number of cards: the sender sees at once what is mistyped. */
export const receivedText = (values: QuotationValues): string => {
  const { email, phone, estimated_cards: cards } = bodyOf(values)
  return `Te escribiremos a ${email} o te llamaremos al ${shownPhone(phone) ?? phone} por ${cardsText(String(cards))}.`
}

/** The server's fault, at the field of the form that it is about. */
export function formFaults(
  error: unknown,
  { range }: QuotationValues,
): Partial<Record<keyof QuotationValues, string>> | undefined {
  const { estimated_cards, ...others } = fieldFaults(error, FIELDS) ?? {}
  if (estimated_cards === undefined) return Object.keys(others).length > 0 ? others : undefined
  return { [range === OTHER_QUANTITY ? 'quantity' : 'range']: estimated_cards }
}

const ANSWER_MS_MAX = 15_000

/** A refusal or a failure, in the shape that app/refusal.ts reads. */
interface QuotationError {
  readonly status: number | 'FETCH_ERROR'
  readonly data?: unknown
  readonly retryAfterSeconds?: number
}

/** Undefined once the request is durable. */
export async function sendQuotation(body: QuotationBody, key: string): Promise<QuotationError | undefined> {
  try {
    const response = await fetch(postQuotation.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const data: unknown = await response.json().catch(() => undefined)
    return response.ok && postQuotation.answer.safeParse(data).success
      ? undefined
      : { status: response.status, data, ...retryAfterOf(response) }
  } catch (error) {
    return { status: 'FETCH_ERROR', data: String(error) }
  }
}

function retryAfterOf({ headers }: Response): { readonly retryAfterSeconds?: number } {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds }
}
