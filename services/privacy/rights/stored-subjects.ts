import type { KeptThing } from '@app/contracts/privacy/mailbox.ts'
import { visitorIn } from '@app/contracts/taps.ts'
import { maskedEmail } from '@app/contracts/fields/email.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { textOrEmpty } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { DEVICE_NAMES, NETWORK_NAMES, REFERRER_NAMES, SOURCE_NAMES } from '@app/contracts/traffic/kinds.ts'
import { account } from '../../accounts/account.ts'
import { quotation } from '../../quotations/quotation.ts'
import { subscription } from '../../reminders/subscription.ts'
import { readStream, type StreamReading } from '../../kernel/codec.ts'
import { load } from '../../kernel/commands.ts'
import { leftByVisitor, type LeftByVisitor } from '@app/projections/visitors/queries.ts'
import { writtenMoment } from '../../analytics/report/cells.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import type { StoredSubject } from '../../kernel/keys/subjects.ts'

export interface KeptSubject extends StoredSubject {
  readonly kind: 'visitor' | 'subscription' | 'quotation' | 'account'
}

/** The public id of a thing: the subject of a visitor has the id that proves who they are. */
export const thingIdOf = (subject: string): string => derivedId(`thing ${subject}`)

/** Strangers may type an address into the form of quotations: more are handled in turns. */
export const KEPT_AT_ONCE_MAX = 1_000

/** Newest first. @param until nothing left later: strangers may type an address so often that it hides all else */
export async function keptSubjects(
  { subjects }: Pick<Ctx, 'subjects'>,
  mailboxId: string,
  until?: Date,
): Promise<readonly KeptSubject[]> {
  const stored = await subjects.ofMailbox(mailboxId, KEPT_AT_ONCE_MAX, until)
  return stored.map((row) => ({ ...row, kind: kindOf(row.subject) })).toSorted(newestFirst)
}

export async function profileIdOf(
  { store }: { readonly store: StreamReading },
  { subject, kind }: KeptSubject,
): Promise<string | undefined> {
  if (kind === 'visitor') return visitorIn(subject).profileId
  if (kind !== 'subscription') return undefined
  const { state } = await load(store, subscription, subject)
  return state.status === 'none' ? undefined : state.profileId
}

const kindOf = (subject: string): KeptSubject['kind'] =>
  subject.slice(0, subject.indexOf('-')) as KeptSubject['kind']

const newestFirst = (one: KeptSubject, other: KeptSubject): number =>
  other.since.getTime() - one.since.getTime() || (one.subject < other.subject ? 1 : -1)

interface Read {
  readonly title: string
  /** Undefined where no words open: blocked, or erased a moment ago. */
  readonly fields: KeptThing['fields'] | undefined
  readonly accepted: readonly Accepted[]
  readonly since?: Date
}

export interface Accepted {
  readonly version: string
  readonly at: Date
  readonly position: string | null
}

async function acceptedIn(
  { store }: Ctx,
  subject: string,
  options: Parameters<typeof readStream>[2],
): Promise<readonly Accepted[]> {
  const events = await readStream(store, subject, options)
  return events.flatMap(({ data: { consent }, meta, position }) =>
    typeof consent === 'string'
      ? [{ version: consent, at: new Date(meta.occurredAt), position: String(position) }]
      : [],
  )
}

const FIRST = { limit: 1 } as const
const field = (name: string, label: string, value: string) => ({ name, label, value })

async function readReminder(deps: Ctx, { subject }: KeptSubject, owner: string): Promise<Read> {
  const title = `Recordatorio de ${owner}`
  const { state } = await load(deps.store, subscription, subject)
  const accepted = await acceptedIn(deps, subject, { direction: 'backward' })
  if (state.status === 'none' || state.email === undefined) return { title, fields: undefined, accepted }
  return { title, fields: [field('email', 'Tu correo', state.email)], accepted }
}

/** Without what only its mailbox proves. */
export const reminderInBrowser = (thing: KeptThing, { privacy }: Ctx): KeptThing => ({
  ...thing,
  fields: thing.fields.map((email) => ({ ...email, value: maskedEmail(email.value) })),
  until: `Por ${privacy.months.subscription} meses desde que lo pediste.`,
  consents: [],
})

async function readQuotation(deps: Ctx, { subject }: KeptSubject): Promise<Read> {
  const { state } = await load(deps.store, quotation, subject)
  const accepted = await acceptedIn(deps, subject, FIRST)
  if (state.status === 'unknown' || state.request.company === undefined)
    return { title: '', fields: undefined, accepted }
  const { company, contactPerson = '', email = '', phone = '', comments = '', estimatedCards } = state.request
  return {
    title: `Cotización de ${isolated(company)}`,
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
    accepted,
  }
}

async function readAccount(deps: Ctx, { subject }: KeptSubject): Promise<Read> {
  const { state } = await load(deps.store, account, subject)
  const accepted = await acceptedIn(deps, subject, FIRST)
  if (state.status === 'unknown' || state.email === '') return { title: '', fields: undefined, accepted }
  return {
    title: `Cuenta de ${isolated(state.name || state.email)}`,
    fields: [
      field('name', 'Nombre', state.name),
      field('email', 'Tu correo', state.email),
      field('cards', 'Tarjetas', String(state.slots.length)),
    ],
    accepted,
  }
}

/** The newest form first, then a name that came with a click, and what the visitor did. */
async function readVisitor(deps: Ctx, { subject }: KeptSubject, owner: string): Promise<Read> {
  const wanted = { ...visitorIn(subject), momentsMax: LIMITS.myMomentsMax, formsMax: LIMITS.myFormsMax }
  const left = await leftByVisitor(deps, wanted)
  const forms = left.forms.flatMap(({ fields: { fullName, phone, description } }) =>
    textOrEmpty(fullName) === ''
      ? []
      : [
          field('full_name', 'Nombre', textOrEmpty(fullName)),
          field('phone', 'Teléfono', textOrEmpty(phone)),
          field('description', 'Mensaje', textOrEmpty(description)),
        ],
  )
  const name = textOrEmpty(left.named?.visitorName)
  const fields = [...forms, ...(name === '' ? [] : [field('name', 'Nombre', name)]), ...activity(left)]
  const oldest = Math.min(...[...left.forms, ...left.moments].map(({ at }) => at))
  return {
    title: `Lo que dejaste a ${owner}`,
    fields: fields.length === 0 ? undefined : fields,
    accepted: left.forms.map(({ consent: version, at, position }) => ({
      version,
      at: new Date(at),
      position,
    })),
    ...(Number.isFinite(oldest) && { since: new Date(oldest) }),
  }
}

export const WORDS_OF = {
  subscription: readReminder,
  quotation: readQuotation,
  account: readAccount,
  visitor: readVisitor,
}

const activity = ({ moments, momentsTotal: total }: LeftByVisitor) =>
  total === 0 ? [] : [field('activity', `Lo que hiciste (${total})`, moments.map(momentText).join('\n'))]

/** 03-10-2026 17:52 · Abriste el perfil · Código QR · iPhone */
function momentText({
  at,
  kind,
  network,
  source,
  device,
  referrer,
}: LeftByVisitor['moments'][number]): string {
  const what =
    kind === 'tap'
      ? 'Abriste el perfil'
      : kind === 'download'
        ? 'Guardaste el contacto'
        : `Tocaste ${network === null ? 'un enlace' : NETWORK_NAMES[network]}`
  const from = referrer === 'none' ? [] : [REFERRER_NAMES[referrer]]
  const when = writtenMoment(new Date(at).toISOString())
  return [when, what, SOURCE_NAMES[source], DEVICE_NAMES[device], ...from].join(' · ')
}
