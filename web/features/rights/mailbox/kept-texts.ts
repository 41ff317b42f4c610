import type { KeptThing, MailboxData } from '@app/contracts/api/rights/mailbox-calls.ts'

type Kind = KeptThing['kind']

const NUMBERS = ['cero', 'una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']
const numberText = (count: number): string => NUMBERS[count] ?? String(count)

export const keptTitle = (total: number): string =>
  total === 1 ? 'Guardamos 1 cosa de ti' : `Guardamos ${total} cosas de ti`

const NOUNS: Readonly<Partial<Record<Kind, readonly [article: string, noun: string]>>> = {
  reminder: ['el', 'Recordatorio'],
  quotation: ['la', 'Cotización'],
  account: ['la', 'Cuenta'],
}

/** Within a sentence: `el recordatorio de Antonia Rivas`. */
export function thingName({ kind, title }: Pick<KeptThing, 'kind' | 'title'>): string {
  const [article, noun] = NOUNS[kind] ?? []
  if (noun === undefined || !title.startsWith(noun)) return `«${title}»`
  return `${article} ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

const COUNTED: Readonly<Record<Kind, (count: number) => string>> = {
  reminder: (count) => (count === 1 ? 'el recordatorio' : `los ${numberText(count)} recordatorios`),
  quotation: (count) => (count === 1 ? 'la cotización' : `las ${numberText(count)} cotizaciones`),
  account: (count) => (count === 1 ? 'tu cuenta' : `tus ${numberText(count)} cuentas`),
  visitor: (count) => `lo que dejaste en ${numberText(count)} ${count === 1 ? 'tarjeta' : 'tarjetas'}`,
}
const KINDS = Object.keys(COUNTED) as readonly Kind[]

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Everything that goes: `el recordatorio y las dos cotizaciones`. */
export function everythingText({
  things,
  things_total: total,
}: Pick<MailboxData, 'things' | 'things_total'>): string {
  if (total > things.length) return `las ${total} cosas que guardamos de ti`
  const counts = KINDS.map((kind) => [kind, things.filter((thing) => thing.kind === kind).length] as const)
  return list.format(counts.filter(([, count]) => count > 0).map(([kind, count]) => COUNTED[kind](count)))
}

const DAY = /(\d{2}-\d{2}-\d{4})/

/** Alternately words and days, so that days can be set in bold. */
export const daysApart = (text: string): readonly string[] => text.split(DAY)
