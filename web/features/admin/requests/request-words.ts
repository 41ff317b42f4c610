import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import type { RequestKind } from '@app/contracts/events/rights-events.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import type { BadgeLook } from '../../../ui/Badge.tsx'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { countedText } from '../../../ui/wording/figures.ts'
import { durationText } from '../../../ui/wording/relative-time.ts'
import { totalText } from '../lists/ListPager.tsx'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
/** From here on hours no longer matter. */
const WHOLE_DAYS_SECONDS = 2 * DAY_SECONDS

export const REQUEST_NAMES: Readonly<Record<RequestKind, string>> = {
  access: 'Acceso',
  correction: 'Rectificación',
  erasure: 'Supresión',
  objection: 'Oposición',
  portability: 'Portabilidad',
  blocking: 'Bloqueo',
}

const daysText = (days: number): string => countedText(days, 'día', 'días')

/** `2 s`, `5 min`, `4 h`, `1 día 4 h`, `3 días`. */
export function elapsedText(seconds: number): string {
  if (seconds < DAY_SECONDS) return durationText(seconds)
  const days = daysText(Math.floor(seconds / DAY_SECONDS))
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS)
  return seconds >= WHOLE_DAYS_SECONDS || hours === 0 ? days : `${days} ${hours} h`
}

interface StatusLook extends BadgeLook {
  readonly isLate: boolean
}

type Status = Pick<AdminRequest, 'status' | 'days_left' | 'received_at' | 'answered_at' | 'outcome'>

/** When an open request is due, or how an answered one ended. */
export function statusLook(request: Status): StatusLook {
  const { status, days_left: left, outcome } = request
  if (status === 'answered') return { ...answeredLook(request, outcome), isLate: false }
  if (left < 0) return { text: `venció hace ${daysText(-left)}`, tone: 'bad', isLate: true }
  const text = left === 0 ? 'vence hoy' : `vence en ${daysText(left)}`
  return { text, tone: left < RIGHTS_PERIODS.nearDays ? 'warn' : 'neutral', isLate: false }
}

function answeredLook(
  { received_at: from, answered_at: to }: Pick<Status, 'received_at' | 'answered_at'>,
  outcome: AdminRequest['outcome'],
): BadgeLook {
  if (outcome === 'nothing') return { text: 'Sin datos', tone: 'neutral' }
  const seconds = Math.max(0, Math.floor((Date.parse(to ?? from) - Date.parse(from)) / 1_000))
  return outcome === 'refused'
    ? { text: `Rechazada en ${elapsedText(seconds)}`, tone: 'neutral' }
    : { text: `Respondida en ${elapsedText(seconds)}`, tone: 'ok' }
}

export type RequestOrigin = AdminRequest['channel'] | 'unconfirmed' | 'confirmed'

const ORIGIN_NAMES: Readonly<Record<RequestOrigin, string>> = {
  mailbox: 'Por correo',
  form: 'Por formulario',
  browser: 'Mismo navegador',
  account: 'En su cuenta',
  command: 'Por el equipo',
  unconfirmed: 'Por confirmar',
  confirmed: 'Confirmada',
}

type Origins = Pick<AdminRequest, 'status' | 'channel' | 'proof' | 'is_confirmed' | 'card'>

/** What stands for its way here: who has to say whose data it is, else where it was asked. */
export function originOf({ proof, is_confirmed: isConfirmed, channel }: Origins): RequestOrigin {
  if (proof !== 'none') return channel
  return isConfirmed ? 'confirmed' : 'unconfirmed'
}

/** `Por confirmar`, `tarjeta de Antonia Rivas` */
export function originTexts(request: Origins): readonly string[] {
  const { card, status } = request
  const origin = originOf(request)
  const name = origin === 'unconfirmed' && status === 'answered' ? 'Sin confirmar' : ORIGIN_NAMES[origin]
  return card === null ? [name] : [name, `tarjeta de ${isolated(card.name)}`]
}

/** Two groups, each of which is counted up to the limit. */
export const allText = (total: number, isSearched: boolean): string =>
  totalText(isSearched ? Math.min(total, LIMITS.searchCountedMax + 1) : total, isSearched)
