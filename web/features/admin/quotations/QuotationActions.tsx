import type { AdminQuotation, QuotationStatus } from '@app/contracts/quotations.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { Mail, MessageCircle, type LucideIcon } from 'lucide-react'
import { Button, buttonLook } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/Messages.tsx'
import { quotationMail, quotationWhatsapp } from './quotation-mail.ts'
import type { MarkedAs } from '../list-calls.ts'

interface Mark {
  readonly as: MarkedAs
  readonly verb: string
  /** Of these there is nothing left to mark. */
  readonly goneIn: readonly QuotationStatus[]
}

const CONTACTED: Mark = {
  as: 'contacted',
  verb: 'Marcar como Contactado',
  goneIn: ['contacted', 'completed'],
}
const COMPLETED: Mark = { as: 'completed', verb: 'Marcar como Completado', goneIn: ['completed'] }

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
      say('Abrimos tu mensaje.', { label: CONTACTED.verb, run: () => onMark(CONTACTED.as) })
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
      {[CONTACTED, COMPLETED].map(({ as, verb, goneIn }) => (
        <Button
          key={as}
          size="sm"
          kind="ghost"
          className={WIDTH}
          aria-label={`${verb}: ${isolated(company)}`}
          disabled={goneIn.includes(status)}
          onClick={() => onMark(as)}
        >
          {verb}
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
