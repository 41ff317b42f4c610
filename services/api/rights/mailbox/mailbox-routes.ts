import { Router, type Response } from 'express'
import {
  getMailboxCsv,
  getMailboxData,
  getMailboxJson,
  postCloseMailbox,
  postOpenRightsLink,
  postRightsLink,
  type MailboxData,
  type KeptThing,
} from '@app/contracts/api/rights/mailbox-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { suppressionOf } from '@app/processes/reminders/suppress-reminders.ts'
import { keptSubjects } from '@app/processes/rights/kept-subjects.ts'
import { requestRightsLink } from '@app/processes/rights/request-rights-link.ts'
import { recordAnswered } from '@app/processes/rights/requests.ts'
import type { OpenedLink } from '@app/vault/mails/rights-links.ts'
import { fileRoute, route, type CallContextOf } from '../../http/route.ts'
import { requestOf } from './asked-by-mailbox.ts'
import { createCardOwners } from './card-owners.ts'
import { keptThings, type ReadingDeps } from './kept-things.ts'
import { mailboxActRoutes } from './mailbox-act-routes.ts'
import { holderOf, mailboxKeyIn, openedMailbox } from './opened-mailbox.ts'
import { commaCsvLine, type CsvRow } from '@app/contracts/csv.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

const HEAD: CsvRow = [
  'Id',
  'Tipo',
  'Título',
  'Desde',
  'Estado',
  'Dato',
  'Valor',
  'Para qué',
  'Responsable',
  'Por encargo',
  'Hasta cuándo',
  'Versión del texto aceptado',
  'Texto aceptado',
  'Aceptado el',
  'Bloqueado desde',
]

const KINDS: Readonly<Record<KeptThing['kind'], string>> = {
  reminder: 'Recordatorio',
  quotation: 'Cotización',
  account: 'Cuenta',
  visitor: 'Datos dejados en una tarjeta',
}

/** For programs, so without a byte order mark. */
const mailboxCsv = ({ things }: MailboxData): string =>
  [HEAD, ...things.flatMap(linesOf)].map(commaCsvLine).join('')

/** What is blocked has a line without a field. */
function linesOf(thing: KeptThing): readonly CsvRow[] {
  const { id, kind, title, since, status, purpose, responsible, until, consent } = thing
  const fields = thing.fields.length === 0 ? [{ label: '', value: '' }] : thing.fields
  return fields.map(({ label, value }) => [
    id,
    KINDS[kind],
    title,
    since,
    status?.text ?? '',
    label,
    value,
    purpose,
    responsible,
    thing.is_on_behalf ? 'sí' : 'no',
    until,
    consent?.version ?? '',
    consent?.text ?? '',
    consent?.at ?? '',
    thing.blocked_since ?? '',
  ])
}

const SENT = 'Si el correo existe, te enviamos un enlace.'
const SHOWN = 'Mostramos en pantalla todo lo que guardamos y este correo prueba.'
const CLOSED = 'Cerraste tus datos en este navegador.'

/** What a mailbox proves, behind a mailed link. Programs that check mails fetch the page, and use nothing up. */
export function mailboxRoutes(deps: MailboxDeps): Router {
  const router = Router()
  const reading = { ...deps, cardOwners: createCardOwners(deps.store) }
  route(router, deps, postRightsLink, async ({ body, response }) => {
    // For every mailbox alike: what somebody has just left is not in the rows yet.
    await deps.writes.holding(response, deps.rows, await deps.store.headPosition())
    const requested = requestRightsLink({ ...deps, ids: deps.subscriptionIds }, body.email)
    await Promise.all([requested, deps.answerTime()])
    return { message: SENT }
  })
  route(router, deps, postOpenRightsLink, async ({ body }) => {
    const opened = await deps.links.open(body.token, body.mailbox_key)
    if (opened === undefined) throw new Refusal('invalid-token')
    await recordRead(deps, opened, { kind: 'access', answer: SHOWN })
    return { email: opened.email, until: opened.until.toISOString() }
  })
  route(router, deps, getMailboxData, async ({ request, response }) =>
    dataOf(reading, await openedMailbox(deps.links, request), response),
  )
  fileRoute(router, deps, getMailboxJson, (asked) =>
    sendFile(reading, asked, 'json', (data) => `${JSON.stringify(data, undefined, 2)}\n`),
  )
  fileRoute(router, deps, getMailboxCsv, (asked) => sendFile(reading, asked, 'csv', mailboxCsv))
  route(router, deps, postCloseMailbox, async ({ request }) => {
    await openedMailbox(deps.links, request)
    await deps.links.close(mailboxKeyIn(request))
    return { message: CLOSED }
  })
  mailboxActRoutes(router, deps)
  return router
}

async function dataOf(reading: ReadingDeps, opened: OpenedLink, response: Response): Promise<MailboxData> {
  return reading.heavyReads.run(opened.mailboxId, response, (db) =>
    readData({ ...reading, db }, opened, response),
  )
}

async function readData(
  deps: ReadingDeps,
  { mailboxId, email, until }: OpenedLink,
  response: Response,
): Promise<MailboxData> {
  await deps.writes.holding(response, deps.rows, await deps.store.headPosition())
  const asOf = deps.now().toISOString()
  const [kept, { isSuppressed, suppressedAt }] = await Promise.all([
    keptSubjects(deps, mailboxId),
    suppressionOf({ store: deps.store, ids: deps.subscriptionIds }, email),
  ])
  const { things, total } = await keptThings(deps, mailboxId, kept)
  return {
    email,
    until: until.toISOString(),
    as_of: asOf,
    objected_at: isSuppressed ? (suppressedAt ?? null) : null,
    things,
    things_total: total,
  }
}

async function sendFile(
  deps: ReadingDeps,
  { request, response }: CallContextOf<typeof getMailboxJson>,
  form: 'json' | 'csv',
  written: (data: MailboxData) => string,
): Promise<void> {
  const opened = await openedMailbox(deps.links, request)
  const data = await dataOf(deps, opened, response)
  const { things, things_total: total } = data
  const given =
    things.length === total
      ? 'todo lo que guardamos y este correo prueba'
      : `${things.length} de las ${total} cosas que guardamos y este correo prueba`
  const answer = `Entregamos ${given}, en un archivo ${form.toUpperCase()}.`
  await recordRead(deps, opened, { kind: 'portability', form, answer })
  response.attachment(`mis-datos_${dayInSantiago(deps.now().getTime())}.${form}`)
  response.type(form === 'json' ? 'application/json' : 'text/csv')
  response.send(written(data))
}

/** Once for each link and form. */
async function recordRead(
  deps: MailboxDeps,
  opened: OpenedLink,
  read: { readonly kind: 'access' | 'portability'; readonly form?: string; readonly answer: string },
): Promise<void> {
  const { kind, form = '', answer } = read
  const request = requestOf({ opened, kind, about: undefined })
  const answered = { outcome: 'done', answer } as const
  const requestId = derivedId(`mailbox ${kind} ${opened.linkHash} ${form}`)
  await recordAnswered(deps, requestId, { request, answered }, holderOf(opened))
}
