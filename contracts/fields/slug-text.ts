import { SLUG } from '../profiles.ts'
import { LIMITS } from '../limits/limits.ts'
import { PRODUCT } from '../product.ts'

export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  PRODUCT.name.toLowerCase(),
  ...`about activar activate admin administracion administrador analytics api app assets auth ayuda baja blog contacto cuenta
   cuentas dashboard demo empresa empresas favicon files healthz help home index inicio landing login logout mail mis-datos
   metrics pages perfil perfiles precios privacidad profile profiles public quotations readyz register registro reminders
   reset robots root sitemap soporte static status support terminos test undefined null ventas webmaster www`.split(
    /\s+/,
  ),
])

const TAIL_CHARS = 4
const NAMELESS = 'perfil'

const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\p{Cf}]/gu, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => SPELT[letter] ?? '')

export function slugOfName(name: string): string {
  const plain = folded(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const cut = plain.slice(0, LIMITS.slugCharsMax).replace(/-+$/, '')
  return cut === '' ? NAMELESS : cut
}

/** Without what stands around a word in a sentence. A hyphen stays: a line may have ended there. */
export const withoutMarks = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}-]+|[^\p{L}\p{M}\p{N}-]+$/gu, '')

/** The slug in a part of an address; undefined where it would be a guess. */
export function slugInAddress(text: string): string | undefined {
  const slug = folded(withoutMarks(text).replace(/\s*\p{Pd}\s*/gu, '-'))
  return slug.length <= LIMITS.slugCharsMax && SLUG.test(slug) ? slug : undefined
}

export function slugWithTail(slug: string, tail: string): string {
  const room = LIMITS.slugCharsMax - TAIL_CHARS - 1
  return `${slug.slice(0, room).replace(/-+$/, '')}-${tail.slice(0, TAIL_CHARS)}`
}

const FORM = `Usa de ${LIMITS.slugCharsMin} a ${LIMITS.slugCharsMax} minúsculas, números y guiones, como ana-paz.`
const RESERVED = 'Esa dirección está reservada. Elige otra.'

export const isSlug = (text: string): boolean =>
  text.length >= LIMITS.slugCharsMin && text.length <= LIMITS.slugCharsMax && SLUG.test(text)

export function slugFault(slug: string): string | undefined {
  if (!isSlug(slug)) return FORM
  return RESERVED_SLUGS.has(slug) ? RESERVED : undefined
}

export const isFreeForPeople = (slug: string): boolean => slugFault(slug) === undefined
