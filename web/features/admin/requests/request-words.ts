import type { AdminRequest, AdminRequestDetail, RequestKind } from '@app/contracts/privacy/requests.ts'
import { daysLeft, RIGHTS_PERIODS } from '@app/contracts/limits/periods.ts'
import { ADMIN_ANSWERS } from '@app/contracts/privacy/request-kinds.ts'
import type { BadgeLook } from '../../../ui/Panel.tsx'
import { isolated } from '@app/contracts/fields/names.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { TARGETS } from '@app/contracts/fields/links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

const NAMES: Readonly<Record<RequestKind, string>> = {
  access: 'Acceso',
  correction: 'Rectificación',
  erasure: 'Supresión',
  objection: 'Oposición',
  portability: 'Portabilidad',
  blocking: 'Bloqueo',
}

export const titleOf = ({ kind, who }: Pick<AdminRequest, 'kind' | 'who'>): string =>
  who === null ? NAMES[kind] : `${NAMES[kind]} de ${isolated(who)}`

const OUTCOMES: Readonly<Record<NonNullable<AdminRequest['outcome']>, BadgeLook>> = {
  done: { text: 'Respondida', tone: 'ok' },
  refused: { text: 'Rechazada', tone: 'neutral' },
  nothing: { text: 'Sin datos', tone: 'neutral' },
}

const daysText = (days: number): string => countedText(days, 'día', 'días')

export function statusLook(
  { due_day: dueDay, outcome }: Pick<AdminRequest, 'due_day' | 'outcome'>,
  nowMs: number,
): BadgeLook {
  if (outcome !== null) return OUTCOMES[outcome]
  const left = daysLeft(dueDay, nowMs)
  if (left < 0) return { text: `venció hace ${daysText(-left)}`, tone: 'bad' }
  const text = left === 0 ? 'vence hoy' : `vence en ${daysText(left)}`
  return { text, tone: left < RIGHTS_PERIODS.nearDays ? 'warn' : 'neutral' }
}

const CHANNELS: Readonly<Record<AdminRequest['channel'], string>> = {
  mailbox: 'Por correo',
  form: 'Por formulario',
  browser: 'Mismo navegador',
  account: 'En su cuenta',
  command: 'Por el equipo',
}

export function originText({
  card,
  channel,
  needs_confirmation: isUnconfirmed,
}: Pick<AdminRequest, 'card' | 'channel' | 'needs_confirmation'>): string {
  const origin = isUnconfirmed ? 'Por confirmar' : CHANNELS[channel]
  return card === null ? origin : `${origin} · tarjeta de ${isolated(card.name)}`
}

const SUBJECT = 'Tu solicitud sobre tus datos'
const COMPLAINT = 'Puedes reclamar ante la Agencia de Protección de Datos Personales.'
const SHOWN: readonly AdminRequestDetail['kind'][] = ['access', 'portability']

/** A mail's link (RFC 6068) without the person's words, as the address may be another's, or too long a reason. */
export function requestMail(
  { kind, email, template, status, reason, due_day: dueDay, is_prolonged: isProlonged }: AdminRequestDetail,
  publicUrl: string,
): string | undefined {
  const address = email === null ? undefined : TARGETS.email(email)?.href
  const answer = Object.entries(ADMIN_ANSWERS).find(([name]) => name === template)?.[1]
  const isPending = status === 'open' && isProlonged
  if (address === undefined || (answer === undefined && !isPending)) return undefined
  const day = dueDay.split('-').toReversed().join('-')
  const lines = (why: string | null): readonly string[] => [
    'Hola:',
    answer?.text ?? `Necesitamos más tiempo para responder tu solicitud: a más tardar el ${day}.`,
    ...(why === null ? [] : [why]),
    ...(answer?.outcome === 'done' && SHOWN.includes(kind)
      ? [`Abre ${publicUrl}/mis-datos, escribe este mismo correo y usa el enlace que te enviamos.`]
      : []),
    ...(answer?.outcome === 'done' ? [] : [COMPLAINT]),
    `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
  ]
  const linkFor = (why: string | null): string =>
    `${address}?subject=${encodeURIComponent(SUBJECT)}&body=${encodeURIComponent(lines(why).join('\r\n\r\n'))}`
  const whole = linkFor(reason)
  return whole.length > LIMITS.mailLinkCharsMax ? linkFor(null) : whole
}
