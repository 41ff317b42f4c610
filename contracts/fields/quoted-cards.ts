import { z } from 'zod'
import { LIMITS } from '../limits/limits.ts'

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

/** `1 tarjeta`, `11-25 tarjetas` */
export const cardsText = (cards: string): string => `${cards} ${cards === '1' ? 'tarjeta' : 'tarjetas'}`

const isRange = (text: string): boolean => CARD_RANGES.some((range) => range === text)

const typedNumber = z.string().meta({
  pattern: `^\\s*(?:${CARD_RANGES.join('|').replace('+', '\\+')}|0*(?:[1-9]|[1-4]\\d|${LIMITS.cardsMax}))\\s*$`,
})

export const estimatedCards = z
  .union(
    [typedNumber, z.number().meta({ type: 'integer', minimum: LIMITS.cardsMin, maximum: LIMITS.cardsMax })],
    {
      error: () => NO_NUMBER,
    },
  )
  .transform((given) => (typeof given === 'number' ? String(given) : given.trim()))
  .superRefine((text, context) => {
    const fault = isRange(text) ? undefined : cardsFault(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
  .transform((text) => (isRange(text) ? text : String(Number(text))))
