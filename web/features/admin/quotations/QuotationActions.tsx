import { Mail, MessageCircle, type LucideIcon } from 'lucide-react'
import { Button, buttonLook } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/Messages.tsx'
import type { MarkedAs } from '../list-calls.ts'
import { type AdminQuotation, cardsText } from '@app/contracts/quotations.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { MAIL_LINK_CHARS_MAX, TARGETS } from '@app/contracts/fields/links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { phoneLinks } from '../../../ui/people.tsx'

const MARKS: Readonly<Record<MarkedAs, string>> = {
  contacted: 'Marcar como Contactado',
  completed: 'Marcar como Completado',
}

interface QuotationActionsProps {
  readonly quotation: AdminQuotation
  readonly onMark: (as: MarkedAs) => void
}

/** A message is the main act; whoever opened one is offered to mark the request. */
export function QuotationActions({ quotation, onMark }: QuotationActionsProps) {
  const { company, contact_person, status } = quotation
  const say = useSay()
  const person = isolated(contact_person || company)
  const [whatsapp, mail] = [quotationWhatsapp(quotation), quotationMail(quotation)]
  const offer = () => {
    if (status === 'pending')
      say('Abrimos tu mensaje.', { label: MARKS.contacted, run: () => onMark('contacted') })
  }
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {whatsapp !== undefined && (
        <Message
          href={whatsapp}
          icon={MessageCircle}
          text="WhatsApp"
          label={`WhatsApp con ${person}, abre en otra aplicación`}
          isMain
          onOpen={offer}
        />
      )}
      {mail !== undefined && (
        <Message
          href={mail}
          icon={Mail}
          text="Enviar Email"
          label={`Enviar Email a ${person}`}
          isMain={whatsapp === undefined}
          onOpen={offer}
        />
      )}
      {(['contacted', 'completed'] as const).map((as) => (
        <Button
          key={as}
          size="sm"
          kind="ghost"
          className={WIDTH}
          aria-label={`${MARKS[as]}: ${isolated(company)}`}
          disabled={status === as || status === 'completed'}
          onClick={() => onMark(as)}
        >
          {MARKS[as]}
        </Button>
      ))}
    </div>
  )
}

const WIDTH = 'flex-auto min-[480px]:flex-none'

interface MessageProps {
  readonly href: string
  readonly icon: LucideIcon
  readonly text: string
  readonly label: string
  readonly isMain: boolean
  readonly onOpen: () => void
}

const Message = ({ href, icon: Icon, text, label, isMain, onOpen }: MessageProps) => (
  <a
    href={href}
    {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
    aria-label={label}
    onClick={onOpen}
    className={`${buttonLook(isMain ? 'primary' : 'line', 'sm')} ${WIDTH}`}
  >
    <Icon aria-hidden="true" size={15} strokeWidth={1.9} />
    {text}
  </a>
)

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
function quotationWhatsapp(
  quotation: Pick<AdminQuotation, 'phone' | 'contact_person' | 'estimated_cards'>,
): string | undefined {
  const whatsapp = phoneLinks(quotation.phone)?.whatsapp
  const body = bodyOf(plain(quotation.contact_person), plain(quotation.estimated_cards))
  return whatsapp && `${whatsapp}?text=${encodeURIComponent(body)}`
}
