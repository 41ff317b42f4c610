import type { AdminRequest } from '@app/contracts/privacy/admin-requests.ts'
import type { RequestKind } from '@app/contracts/privacy/events.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { daysLeft } from '@app/contracts/privacy/due-day.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/requests.ts'
import type { BadgeLook } from '../../../ui/Badge.tsx'
import { countedText } from '../../../ui/wording/figures.ts'

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

/** When an open request is due, or how an answered one ended. */
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

/** `Por confirmar · tarjeta de Antonia Rivas` */
export function originText({
  card,
  channel,
  needs_confirmation: isUnconfirmed,
}: Pick<AdminRequest, 'card' | 'channel' | 'needs_confirmation'>): string {
  const origin = isUnconfirmed ? 'Por confirmar' : CHANNELS[channel]
  return card === null ? origin : `${origin} · tarjeta de ${isolated(card.name)}`
}
