import { type AdminQuotation, cardsText } from '@app/contracts/quotations.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { MAIL_LINK_CHARS_MAX, TARGETS } from '@app/contracts/fields/links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { phoneLinks } from '../../../ui/people.tsx'

const SUBJECT = `Tu cotización de tarjetas ${PRODUCT.name}`

const bodyOf = (contact: string, cards: string): string =>
  [
    `Hola${contact === '' ? '' : `, ${isolated(contact)}`}: gracias por tu interés en las tarjetas ${PRODUCT.name}.`,
    `Recibimos tu solicitud de ${cardsText(cards)} y queremos contarte cómo seguimos.`,
    `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
  ].join('\r\n\r\n')

/** On one line. Half of a surrogate pair could not be encoded. */
const plain = (text: string): string => text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()

/** A link that begins a mail (RFC 6068: `%20` and `%0D%0A`). @returns undefined if nobody can be written to */
export function quotationMail(
  quotation: Pick<AdminQuotation, 'email' | 'contact_person' | 'estimated_cards'>,
): string | undefined {
  const address = TARGETS.email(quotation.email)?.href
  if (address === undefined) return undefined
  const cards = plain(quotation.estimated_cards)
  const linkFor = (contact: string): string =>
    `${address}?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(bodyOf(contact, cards))}`
  const named = linkFor(plain(quotation.contact_person))
  const link = named.length > MAIL_LINK_CHARS_MAX ? linkFor('') : named
  return link.length > MAIL_LINK_CHARS_MAX ? undefined : link
}

/** A link that begins the same message in WhatsApp. @returns undefined where nobody can be written to */
export function quotationWhatsapp(
  quotation: Pick<AdminQuotation, 'phone' | 'contact_person' | 'estimated_cards'>,
): string | undefined {
  const whatsapp = phoneLinks(quotation.phone)?.whatsapp
  const body = bodyOf(plain(quotation.contact_person), plain(quotation.estimated_cards))
  return whatsapp && `${whatsapp}?text=${encodeURIComponent(body)}`
}
