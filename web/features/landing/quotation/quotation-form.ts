import {
  quotationBody,
  postQuotation,
  CARD_RANGES,
  cardsFault,
  cardsText,
  NO_CARDS_CHOSEN,
} from '@app/contracts/quotations.ts'
import { PHONE_FAULT, phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
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
    const isOther = range === OTHER_QUANTITY
    const message = isOther ? cardsFault(quantity.trim()) : range === '' ? NO_CARDS_CHOSEN : undefined
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: [isOther ? 'quantity' : 'range'], message })
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

export const bodyOf = ({ range, quantity, ...words }: QuotationValues): QuotationBody => ({
  ...words,
  estimated_cards: range === OTHER_QUANTITY ? quantity : range,
})

const FIELDS = ['company', 'contact_person', 'email', 'phone', 'estimated_cards', 'comments'] as const

/** The mailbox of the answer, and the number of cards: the sender sees at once what is mistyped. */
export const receivedText = (values: QuotationValues): string => {
  const cards = cardsText(String(bodyOf(values).estimated_cards).trim())
  return `Te escribiremos a ${values.email.trim()} o te llamaremos al ${shownPhone(values.phone)} por ${cards}.`
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

interface KeyedQuotation {
  readonly body: QuotationBody
  readonly key: string
}

/** Without an error once the request is durable; else with one that app/refusal.ts reads. */
export async function sendQuotation({ body, key }: KeyedQuotation): Promise<{ readonly error?: object }> {
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
    const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
    return { error: { status, data, retryAfterSeconds: Number.isNaN(seconds) ? undefined : seconds } }
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', data: String(error) } }
  }
}
