import { z } from 'zod'
import { line } from '../fields/text.ts'
import { LIMITS } from '../limits/limits.ts'

const orderText = (sorts: readonly string[]): string => `El orden debe ser uno de: ${sorts.join(', ')}.`

/** Where the page before ended, as the `Link` header of its answer has it. */
export const placeInList = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'Esa página de la lista no existe. Vuelve a la primera.')
  .optional()

/** The bounds are in the pattern, because the OpenAPI document shows no others of a transformed text. */
const listSize = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'Indica cuántos resultados mostrar: un número entero de 1 a 1000.')
  .transform(Number)

/** What every list of administrators takes. A sort is a column, descending with `-`; the first one is the default. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  search: line(LIMITS.searchCharsMax).default('').meta({
    description: 'Words, each of which begins a word of what is found; capitals and accents do not matter.',
  }),
  sort: z.enum(sorts, orderText(sorts)).default(sorts[0] as never),
  after: placeInList.meta({ description: 'Out of `Link` of the page before, which had the same sort.' }),
  limit: listSize.prefault('1000'),
})

/** The first one, all, is the default. */
export const stateFilter = <const States extends readonly [string, ...string[]]>(states: States) =>
  z.enum(states, `El estado debe ser uno de: ${states.join(', ')}.`).default(states[0] as never)

export const LIST_HEADERS = ['Total-Count', 'Link'] as const
