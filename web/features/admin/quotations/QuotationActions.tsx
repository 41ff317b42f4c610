import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isolated } from '@app/contracts/fields/names.ts'
import { TARGETS } from '@app/contracts/fields/links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import {
  type AdminQuotation,
  cardsText,
  QUOTATION_MARKS,
  type QuotationMark,
} from '@app/contracts/quotations.ts'
import { refusalText } from '../../../app/refusal.ts'
import { Button, buttonLook } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { phoneLinks } from '@app/contracts/fields/phone.ts'
import { useMarkQuotationMutation } from '../admin-api.ts'

const MARKS: Readonly<Record<QuotationMark, { readonly text: string; readonly done: string }>> = {
  contacted: { text: 'Marcar como Contactado', done: 'Cotización marcada como contactada' },
  completed: { text: 'Marcar como Completado', done: 'Cotización marcada como completada' },
}

/** A mark is sent once its message has gone, or with its card or the page: until then it can be undone. */
export function useMark(id: string) {
  const [shown, setShown] = useState<QuotationMark>()
  const unsent = useRef<QuotationMark>(undefined)
  const [mark] = useMarkQuotationMutation()
  const say = useSay()
  const set = (as: QuotationMark | undefined) => {
    unsent.current = as
    setShown(as)
  }
  /** Not one whose message another mark took away. */
  const send = async (as = unsent.current) => {
    if (as === undefined || as !== unsent.current) return
    unsent.current = undefined
    const { error } = await mark({ id, status: as })
    if (error === undefined) return
    say(`Error: ${refusalText(error, 'No pudimos guardar el estado.')}`)
    setShown(undefined)
  }
  const onLeave = useEffectEvent(() => {
    // Without the button, which would undo nothing any more.
    if (unsent.current !== undefined) say(MARKS[unsent.current].done)
    void send()
  })
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const choose = (as: QuotationMark) => {
    set(as)
    say(MARKS[as].done, { label: 'Deshacer', run: () => set(undefined), onGone: () => void send(as) })
  }
  return { shown, choose }
}

const WIDTH = 'flex-auto min-[480px]:flex-none'

interface ActionsProps {
  readonly quotation: AdminQuotation
  readonly onMark: (as: QuotationMark) => void
}

function Marks({ quotation: { company, status }, onMark }: ActionsProps) {
  return (
    <div className="flex basis-full flex-wrap gap-2 min-[480px]:-ml-3">
      {QUOTATION_MARKS.map((as) => (
        <Button
          key={as}
          size="sm"
          kind="ghost"
          className={WIDTH}
          aria-label={`${MARKS[as].text}: ${isolated(company)}`}
          disabled={status === as || status === 'completed'}
          onClick={() => onMark(as)}
        >
          {MARKS[as].text}
        </Button>
      ))}
    </div>
  )
}

/** A message is the main act; after opening one, an administrator is offered to mark the request. */
export function QuotationActions({ quotation, onMark }: ActionsProps) {
  const { company, contact_person, status } = quotation
  const say = useSay()
  const person = isolated(contact_person || company)
  const { whatsapp, mail } = quotationMessage(quotation)
  const offer = () => {
    if (status === 'pending')
      say('Abrimos tu mensaje.', { label: MARKS.contacted.text, run: () => onMark('contacted') })
  }
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {whatsapp !== undefined && (
        <a
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          aria-label={`WhatsApp con ${person}, abre en otra aplicación`}
          onClick={offer}
          className={`${buttonLook('primary', 'sm')} ${WIDTH}`}
        >
          WhatsApp
        </a>
      )}
      {mail !== undefined && (
        <a
          href={mail}
          aria-label={`Enviar Email a ${person}`}
          onClick={offer}
          className={`${buttonLook(whatsapp === undefined ? 'primary' : 'line', 'sm')} ${WIDTH}`}
        >
          Enviar Email
        </a>
      )}
      <Marks quotation={quotation} onMark={onMark} />
    </div>
  )
}

/** Links that begin the same message by mail (RFC 6068) and WhatsApp; undefined where nobody can be written to. */
export function quotationMessage({ email, phone, contact_person, estimated_cards }: AdminQuotation) {
  const name = contact_person.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const body = [
    `Hola${name === '' ? '' : `, ${isolated(name)}`}: gracias por tu interés en las tarjetas ${PRODUCT.name}.`,
    `Recibimos tu solicitud de ${cardsText(estimated_cards)} y queremos contarte cómo seguimos.`,
    `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
  ].join('\r\n\r\n')
  const subject = encodeURIComponent(`Tu cotización de tarjetas ${PRODUCT.name}`)
  const text = encodeURIComponent(body)
  const [address, chat] = [TARGETS.email(email)?.href, phoneLinks(phone)?.whatsapp]
  return {
    mail: address && `${address}?subject=${subject}&body=${text}`,
    whatsapp: chat && `${chat}?text=${text}`,
  }
}
