import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type EventType, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import { administratorIn } from '@app/processes/rights/remind-of-due.ts'
import type { OpenByDue } from '@app/projections/requests/request-figures.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { MailKind } from '@app/vault/mails/mail-quota.ts'
import type { RequestKind } from '@app/contracts/events/rights-events.ts'
import { dueDayOf } from '@app/contracts/privacy/due-day.ts'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { mailOfLines, type Recipient } from '@app/mail/mail-layout.ts'
import { prolongedText, shownDay } from '@app/processes/rights/request-texts.ts'

const ASKED: Readonly<Record<RequestKind, string>> = {
  access: 'ver',
  correction: 'corregir',
  erasure: 'borrar',
  objection: 'no usar',
  portability: 'descargar',
  blocking: 'bloquear',
}

/** Without a word that a stranger typed: they may have typed another's address. */
export const receivedMail = ({
  kind,
  dueDay,
  ...recipient
}: Recipient & { readonly kind: RequestKind; readonly dueDay: string }): Mail =>
  mailOfLines(recipient, {
    subject: 'Recibimos tu solicitud',
    lines: [
      `Alguien pidió con este correo ${ASKED[kind]} lo que dejó en una tarjeta.`,
      `Te respondemos en ${RIGHTS_PERIODS.aimDays} días a lo más, haya datos o no. Por ley, el plazo vence el ${shownDay(dueDay)}.`,
    ],
    notes: ['Si no fuiste tú, ignora este correo: nadie más ve lo que pediste.'],
  })

/** `reason`: as an administrator wrote it. */
export const prolongedMail = (mail: Recipient & { readonly reason: string; readonly until: string }): Mail =>
  mailOfLines(mail, {
    subject: 'Necesitamos más tiempo para tu solicitud',
    lines: prolongedText(mail.reason, mail.until).split('\n'),
    notes: [],
  })

/** `answer`: word for word what the log keeps. */
export const answeredMail = (
  mail: Recipient & {
    readonly answer: string
    /** To what was asked for, where it can be seen. */
    readonly link: string | undefined
  },
): Mail =>
  mailOfLines(mail, {
    subject: 'Respondimos tu solicitud',
    lines: mail.answer.split('\n'),
    notes: [],
    ...(mail.link === undefined ? {} : { button: { text: 'Ver mis datos', link: mail.link } }),
  })

const requests = (count: number): string => (count === 1 ? '1 solicitud' : `${count} solicitudes`)

/** Counts and days, no names. */
export function dueMail(mail: Recipient & { readonly due: OpenByDue; readonly link: string }): Mail {
  const { late, days } = mail.due
  const total = days.reduce((sum, { open }) => sum + open, late)
  return mailOfLines(mail, {
    subject: `${requests(total)} por responder`,
    lines: [
      ...(late === 0 ? [] : [`${requests(late)} con el plazo vencido.`]),
      ...days.map(({ dueDay, open }) => `${requests(open)} con plazo hasta el ${shownDay(dueDay)}.`),
    ],
    button: { text: 'Ver solicitudes', link: mail.link },
    notes: ['Te escribimos una vez al día mientras queden menos de 3 días.'],
  })
}

export interface RequestLetterDeps {
  readonly store: EventStore
  readonly queue: Pick<MailQueue, 'hasRoom'>
  readonly openByDue: (nowMs: number) => Promise<OpenByDue>
  readonly publicUrl: string
  readonly now: () => Date
}

type Letter = (waiting: ClaimedMail) => Promise<WrittenMail | undefined>
type RequestMailKind = Extract<MailKind, `request${string}`>

/** Each is written when it is sent, of the present log, and once. */
export function createRequestLetters(deps: RequestLetterDeps): Readonly<Record<RequestMailKind, Letter>> {
  const { publicUrl } = deps
  const letter =
    (write: (waiting: ClaimedMail) => Promise<Mail | undefined>): Letter =>
    async (waiting) => {
      if (!(await deps.queue.hasRoom(waiting))) return undefined
      const mail = await write(waiting)
      return mail && { id: waiting.id, date: deps.now(), mail }
    }
  const ofRequest = (write: (past: AskedAndTold) => Mail | undefined): Letter =>
    letter(async ({ subject }) => {
      const past = await pastOf(deps, subject)
      return past && write(past)
    })
  return {
    'request-received': ofRequest(({ to, kind, dueDay }) => receivedMail({ to, kind, dueDay, publicUrl })),
    'request-prolonged': ofRequest(({ to, prolonged }) =>
      prolonged?.reason === undefined
        ? undefined
        : prolongedMail({ to, reason: prolonged.reason, until: prolonged.until, publicUrl }),
    ),
    'request-answered': ofRequest(({ to, kind, answered }) => {
      if (answered?.answer === undefined) return undefined
      const isShown = answered.outcome === 'done' && kind !== 'erasure'
      const link = isShown ? `${publicUrl}/mis-datos` : undefined
      return answeredMail({ to, answer: answered.answer, link, publicUrl })
    }),
    'requests-due': letter((waiting) => dueLetter(deps, waiting)),
  }
}

interface AskedAndTold {
  readonly to: string
  readonly kind: PastEventOf<'RequestReceived'>['data']['kind']
  readonly dueDay: string
  readonly prolonged: PastEventOf<'RequestProlonged'>['data'] | undefined
  readonly answered: PastEventOf<'RequestAnswered'>['data'] | undefined
}

/** A request has at most one of each of its five events. */
const EVENTS_MAX = 10

/** Undefined where there is no address, or its key is destroyed. */
async function pastOf({ store }: RequestLetterDeps, stream: string): Promise<AskedAndTold | undefined> {
  const stored = await store.readStream(stream, { limit: EVENTS_MAX })
  const [first] = stored
  if (first === undefined) return undefined
  const events = stored.map((event) => readEvent(event))
  const find = <Type extends EventType>(type: Type) =>
    events.find((event) => event.type === type) as PastEventOf<Type> | undefined
  const received = find('RequestReceived')?.data
  if (received?.email === undefined) return undefined
  return {
    to: received.email,
    kind: received.kind,
    dueDay: dueDayOf(first.meta.occurredAt, false),
    prolonged: find('RequestProlonged')?.data,
    answered: find('RequestAnswered')?.data,
  }
}

async function dueLetter(
  { store, openByDue, publicUrl, now }: RequestLetterDeps,
  { subject }: ClaimedMail,
): Promise<Mail | undefined> {
  const { state } = await load(store, account, accountStream(administratorIn({ subject })))
  const isTheirs = state.status === 'registered' && state.isAdmin && state.isActive && state.email !== ''
  if (!isTheirs) return undefined
  const due = await openByDue(now().getTime())
  if (due.late === 0 && due.days.length === 0) return undefined
  return dueMail({ to: state.email, due, publicUrl, link: `${publicUrl}/admin?tab=solicitudes` })
}
