import { z } from 'zod'
import { LIMITS } from './limits/limits.ts'
import { LIST_HEADERS, listQuery, stateFilter, message } from './api/call-parts.ts'
import { call } from './api/call.ts'
import { defineEvent } from './events/define.ts'
import { isBlocked, filledLine, freeParagraph, line, paragraph } from './fields/text.ts'
import { emailAddress } from './fields/email.ts'

export const CARD_RANGES = ['1-10', '11-25', '26-50', '51-100', '100+'] as const

export const QUOTATION_STATUSES = ['pending', 'contacted', 'completed'] as const
export type QuotationStatus = (typeof QUOTATION_STATUSES)[number]

export const NO_CARDS_CHOSEN = 'Elige una cantidad.'
export const CARDS_HINT = `Rango permitido: ${LIMITS.cardsMin}-${LIMITS.cardsMax} unidades por solicitud`
/** The range for larger orders, which the hint alone seems to refuse. */
export const LARGER_ORDERS = `¿Más de ${LIMITS.cardsMax}? Elige 51-100 o 100+.`

const NO_NUMBER = 'Ingresa una cantidad válida.'
const TOO_FEW = 'Debes solicitar al menos 1 unidad.'
const TOO_MANY = `El máximo permitido por solicitud es de ${LIMITS.cardsMax} unidades.`

export function cardsFault(typed: string): string | undefined {
  if (!/^-?\d+$/.test(typed)) return NO_NUMBER
  if (Number(typed) < LIMITS.cardsMin) return TOO_FEW
  return Number(typed) > LIMITS.cardsMax ? TOO_MANY : undefined
}

/** The next number by plus or minus; the smallest if the present text is no number. */
export function steppedCards(typed: string, step: 1 | -1): string {
  const cards = /^\d+$/.test(typed) ? Number(typed) + step : LIMITS.cardsMin
  return String(Math.min(LIMITS.cardsMax, Math.max(LIMITS.cardsMin, cards)))
}

export const cardsText = (cards: string): string => `${cards} ${cards === '1' ? 'tarjeta' : 'tarjetas'}`

const isRange = (text: string): boolean => CARD_RANGES.some((range) => range === text)

const typedNumber = z.string().meta({
  pattern: `^\\s*(?:${CARD_RANGES.join('|').replace('+', '\\+')}|0*(?:[1-9]|[1-4]\\d|${LIMITS.cardsMax}))\\s*$`,
})

const wholeNumber = z.number().meta({ type: 'integer', minimum: LIMITS.cardsMin, maximum: LIMITS.cardsMax })

export const estimatedCards = z.union([typedNumber, wholeNumber], NO_NUMBER).transform((input, context) => {
  const text = String(input).trim()
  if (isRange(text)) return text
  const fault = cardsFault(text)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  return String(Number(text))
})

export const quotationStream = (id: string): string => `quotation-${id}`

export const quotationRequested = defineEvent({
  type: 'QuotationRequested',
  data: {
    company: line(LIMITS.nameCharsMax),
    contactPerson: line(LIMITS.nameCharsMax),
    email: line(LIMITS.emailCharsMax),
    phone: line(LIMITS.phoneCharsMax),
    estimatedCards: line(LIMITS.phoneCharsMax),
    comments: paragraph(LIMITS.paragraphCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: {
    company: 'quotation',
    contactPerson: 'quotation',
    email: 'quotation',
    phone: 'quotation',
    comments: 'quotation',
  },
})
export const quotationContacted = defineEvent({ type: 'QuotationContacted', data: {} })
export const quotationCompleted = defineEvent({ type: 'QuotationCompleted', data: {} })

export const quotationBody = z.object({
  company: filledLine(LIMITS.nameCharsMax),
  contact_person: filledLine(LIMITS.nameCharsMax),
  email: emailAddress,
  phone: filledLine(LIMITS.phoneCharsMax),
  estimated_cards: estimatedCards,
  comments: freeParagraph(LIMITS.paragraphCharsMax)
    .transform((text) => text.trim())
    .nullish(),
})

export const postQuotation = call({
  method: 'post',
  path: '/api/quotations',
  summary: 'A company asks for a quotation. Answered once it is durable.',
  access: 'everyone',
  limit: { name: 'quotation' },
  idempotent: 'by-effect',
  body: quotationBody,
  answer: z.object({ id: z.uuid(), message }).meta({ id: 'QuotationReceived' }),
})

const quotationStatus = z.enum(QUOTATION_STATUSES)

const adminQuotation = z
  .object({
    id: z.uuid(),
    company: z.string(),
    contact_person: z.string(),
    email: z.string(),
    phone: z.string(),
    estimated_cards: z.string(),
    comments: z.string(),
    is_blocked: isBlocked,
    status: quotationStatus,
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AdminQuotation' })
export type AdminQuotation = z.infer<typeof adminQuotation>

export const getAdminQuotations = call({
  method: 'get',
  path: '/api/admin/quotations',
  summary:
    'Requests for a quotation, newest first; searched by company, contact, e-mail and phone. By `due` pending ones come first, the oldest of them before all.',
  access: 'admin',
  query: z.object({
    ...listQuery(['-created_at', 'created_at', 'due']),
    status: stateFilter(['all', ...QUOTATION_STATUSES]),
  }),
  gives: LIST_HEADERS,
  reads: ['quotations'],
  answer: z.array(adminQuotation),
})

export const QUOTATION_MARKS = ['contacted', 'completed'] as const
export type QuotationMark = (typeof QUOTATION_MARKS)[number]

export const putAdminQuotation = call({
  method: 'put',
  path: '/api/admin/quotations/{id}',
  summary: 'Marks a request as contacted or completed. The same again changes nothing.',
  access: 'admin',
  limit: { name: 'administer' },
  params: z.object({ id: z.string().max(LIMITS.lineCharsMax) }),
  body: z.strictObject({
    status: z.enum(QUOTATION_MARKS, `El estado debe ser uno de: ${QUOTATION_MARKS.join(', ')}.`),
  }),
  answer: z.object({ id: z.uuid(), status: quotationStatus }).meta({ id: 'MarkedQuotation' }),
  refusals: ['not-found', 'conflict'],
})
