import type { KeptThing } from '@app/contracts/api/rights-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { visitorIn } from '@app/contracts/events/interaction-events.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { leftByVisitor } from '@app/projections/visitors/left-by-visitor.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { account } from '@app/domain/account.ts'
import { quotation } from '@app/domain/quotation.ts'
import { reminderDueMs } from '@app/domain/reminder-times.ts'
import { nextReminder } from '@app/domain/subscription-state.ts'
import { subscription } from '@app/domain/subscription.ts'
import { load } from '@app/kernel/commands.ts'
import type { KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import { writtenDate } from '../history/date-text.ts'
import type { MailboxDeps } from './opened-mailbox.ts'

/** What only its words tell of a thing. */
export interface ThingWords {
  readonly title: string
  readonly status: KeptThing['status']
  readonly fields: KeptThing['fields']
}
type Field = KeptThing['fields'][number]

/** Undefined where they open for nobody: blocked, or erased a moment ago. */
export function wordsOf(
  deps: MailboxDeps,
  kept: KeptSubject,
  ownerName: string,
): Promise<ThingWords | undefined> {
  switch (kept.kind) {
    case 'subscription':
      return reminderWords(deps, kept, ownerName)
    case 'quotation':
      return quotationWords(deps, kept)
    case 'account':
      return accountWords(deps, kept)
    case 'visitor':
      return visitorWords(deps, kept, ownerName)
  }
}

const field = (name: string, label: string, value: string): Field => ({ name, label, value })

const REMINDER_STATUSES = {
  active: { text: 'Activo', tone: 'ok' },
  completed: { text: 'Completado', tone: 'neutral' },
  converted: { text: 'Terminado', tone: 'neutral' },
  cancelled: { text: 'Cancelado', tone: 'neutral' },
  bounced: { text: 'Terminado', tone: 'neutral' },
  waiting: { text: 'Sin confirmar', tone: 'warning' },
} as const

/** Another address is another mailbox, which nobody has proven: the person asks for the reminder again there. */
async function reminderWords(
  { store, reminderTimes }: MailboxDeps,
  { subject, waiting }: KeptSubject,
  ownerName: string,
): Promise<ThingWords | undefined> {
  const title = `Recordatorio de ${isolated(ownerName)}`
  if (waiting?.wish !== undefined) {
    const status = REMINDER_STATUSES[waiting.isCancelled ? 'cancelled' : 'waiting']
    return { title, status, fields: [field('email', 'Tu correo', waiting.wish.email)] }
  }
  const { state } = await load(store, subscription, subject)
  if (state.status === 'none' || state.email === undefined) return undefined
  const next = nextReminder(state)
  const isCompleted = state.status === 'active' && next === undefined
  const dueMs = next && reminderDueMs(Date.parse(state.subscribedAt), reminderTimes[next])
  return {
    title,
    status: REMINDER_STATUSES[isCompleted ? 'completed' : state.status],
    fields: [
      field('email', 'Tu correo', state.email),
      ...(dueMs === undefined
        ? []
        : [field('next_mail', 'Próximo correo', writtenDate(dayInSantiago(dueMs)))]),
    ],
  }
}

const QUOTATION_STATUSES = {
  pending: { text: 'Pendiente', tone: 'warning' },
  contacted: { text: 'Contactada', tone: 'neutral' },
  completed: { text: 'Completada', tone: 'ok' },
} as const

async function quotationWords(
  { store }: MailboxDeps,
  { subject }: KeptSubject,
): Promise<ThingWords | undefined> {
  const { state } = await load(store, quotation, subject)
  if (state.status === 'unknown') return undefined
  const { company, contactPerson = '', email = '', phone = '', comments = '', estimatedCards } = state.request
  if (company === undefined) return undefined
  return {
    title: `Cotización de ${isolated(company)}`,
    status: QUOTATION_STATUSES[state.status],
    fields: [
      field('company', 'Empresa', company),
      field('contact_person', 'Contacto', contactPerson),
      field('phone', 'Teléfono', phone),
      field('email', 'Tu correo', email),
      field(
        'estimated_cards',
        'Pedido',
        `${estimatedCards} ${estimatedCards === '1' ? 'tarjeta' : 'tarjetas'}`,
      ),
      field('comments', 'Comentario', comments),
    ],
  }
}

async function accountWords(
  { store }: MailboxDeps,
  { subject }: KeptSubject,
): Promise<ThingWords | undefined> {
  const { state } = await load(store, account, subject)
  if (state.status === 'unknown' || state.email === '') return undefined
  const status = state.isErasing
    ? ({ text: 'Borrándose', tone: 'warning' } as const)
    : state.isActive
      ? ({ text: 'Activa', tone: 'ok' } as const)
      : ({ text: 'Desactivada', tone: 'neutral' } as const)
  return {
    title: `Cuenta de ${isolated(state.name || state.email)}`,
    status,
    fields: [
      field('name', 'Nombre', state.name),
      field('email', 'Tu correo', state.email),
      field('cards', 'Tarjetas', String(state.slots.length)),
    ],
  }
}

async function visitorWords(
  deps: MailboxDeps,
  { subject }: KeptSubject,
  ownerName: string,
): Promise<ThingWords | undefined> {
  const { form, saidName } = await leftWords(deps, subject)
  const title = `Lo que dejaste a ${isolated(ownerName)}`
  if (form !== undefined)
    return {
      title,
      status: null,
      fields: [
        field('full_name', 'Nombre', form.fullName),
        field('phone', 'Teléfono', form.phone),
        field('description', 'Mensaje', form.description),
      ],
    }
  return saidName === '' ? undefined : { title, status: null, fields: [field('name', 'Nombre', saidName)] }
}

interface LeftWords {
  /** The newest one that opens. */
  readonly form: Readonly<Record<'fullName' | 'phone' | 'description' | 'consent', string>> | undefined
  /** Came with a click or a download. */
  readonly saidName: string
}

/** What a visitor left on a card. */
export async function leftWords(deps: SealedRows, subject: string): Promise<LeftWords> {
  const asked = { ...visitorIn(subject), momentsMax: 0, formsMax: LIMITS.myFormsMax }
  const left = await leftByVisitor(deps, asked)
  const forms = left.forms.map(({ fields, consent }) => ({
    fullName: textOrEmpty(fields.fullName),
    phone: textOrEmpty(fields.phone),
    description: textOrEmpty(fields.description),
    consent,
  }))
  return {
    form: forms.find(({ fullName }) => fullName !== ''),
    saidName: textOrEmpty(left.named?.visitorName),
  }
}
