import { createRequire } from 'node:module'
import { isolated, splitName } from '@app/contracts/fields/names.ts'

const tlds = createRequire(import.meta.url)('tlds') as readonly string[]

/** Mail programs turn these into links and phone numbers, so a chosen name could advertise to strangers. */
const ADVERTISES = /:\/\/|@|www\.|\p{Nd}(?:[\p{Pd}\p{Z}()./·_]*\p{Nd}){4}|^.{61}/iu
/** The end of a word behind its last dot: in `Ma.Teresa` a name, in `malo.cl` a domain. */
const AFTER_DOT =
  /(?<=[\p{L}\p{M}\p{N}][.。])(?:xn--|[\p{L}\p{M}\p{N}]+(?![\p{L}\p{M}\p{N}]|[.。][\p{L}\p{M}\p{N}]))/gu
/** With the ones reserved by RFC 2606. */
const TOP_LEVEL: ReadonlySet<string> = new Set([...tlds, 'xn--', 'example', 'invalid', 'localhost', 'test'])
/** `Ma.de los Ángeles`, `P.de la Cruz`: particles of names that are countries' domains as well. */
const SHORT_NAME = /(?<=^|\s)(?:\p{L}|ma|dra?|sra?)\.(?=(?:de|la)\s+\p{L})/giu
const INVISIBLE = /[\p{Cf}\p{DI}]/gu

/** Checks the visible text, so that invisible characters and variants of letters, dots and digits hide nothing. */
function advertises(text: string): boolean {
  const visible = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(SHORT_NAME, '$& ')
  return (
    ADVERTISES.test(visible) ||
    (visible.toLowerCase().match(AFTER_DOT) ?? []).some((end) => TOP_LEVEL.has(end))
  )
}

const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Text that one person chose, for a mail to another: empty if it advertises, and without marks of direction. */
export const fitForMail = (text: string): string => {
  const shown = text.replaceAll(DIRECTION, '').trim()
  return advertises(shown) ? '' : shown
}

const NAME_CHARS_MAX = 60
const SOMEBODY = 'tu contacto'

export function nameForMail({
  name,
  lastname,
}: {
  readonly name: string
  readonly lastname: string
}): string {
  const whole = fitForMail(`${name} ${lastname}`)
  return (whole.length <= NAME_CHARS_MAX ? whole : '') || fitForMail(name) || SOMEBODY
}

/** By the first name. Anybody can type a stranger's address, and words in place of a name: those are left out. */
export function greetingOf(name: string): string {
  const first = splitName(fitForMail(name)).name
  return first === '' ? 'Hola:' : `Hola, ${isolated(first)}:`
}
