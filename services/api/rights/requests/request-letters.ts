import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type EventType, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { dueDayOf } from '@app/contracts/privacy/due-day.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import type { Mail } from '@app/mail/mail-message.ts'
import { administratorIn } from '@app/processes/rights/remind-of-due.ts'
import type { OpenByDue } from '@app/projections/requests/request-figures.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { MailKind } from '@app/vault/mails/mail-quota.ts'
import { answeredMail, dueMail, prolongedMail, receivedMail } from './request-mails.ts'

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
