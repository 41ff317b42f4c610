import { Router } from 'express'
import {
  getAdminHistory,
  getAdminHistoryEvent,
  type HistoryEvent,
  getAdminHistoryFile,
  getProfileHistory,
  type FieldChange,
  type HistoryEntry,
} from '@app/contracts/audit.ts'
import type { JsonObject, JsonValue, StoredEvent } from '@app/contracts/event-store.ts'
import { PROFILE_CHANGES, definitionOf, readEvent } from '@app/contracts/events/catalogue.ts'
import { identityStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { suppressionStream } from '@app/contracts/reminders.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { readStream } from '../kernel/codec.ts'
import {
  type HistoryLine,
  listHistory,
  historyPages,
  type HistoryFilter,
} from '@app/projections/history/queries.ts'
import { placeOfCursor } from '@app/projections/lists/list-pages.ts'
import { rowsOf } from '../platform/http/list-answers.ts'
import { guardedRoute, guardedFileRoute } from '../platform/http/route.ts'
import { getOwnProfile } from '../profiles/profile-access.ts'
import { entriesOf } from './history-entry.ts'
import { askedHistoryOf, getHistoryLine, POSITION } from './history-filter.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'
import { dayInSantiago, ZONE } from '@app/contracts/calendar.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { writtenDate } from '../analytics/report/cells.ts'
import { ERASED_TEXT } from './sentence-parts.ts'
import { textOfSentence } from './sentences.ts'
import type { Ctx } from '../platform/ctx.ts'

const SECRET_STREAMS = [activationCodeStream(''), identityStream(''), slugStream(''), suppressionStream('')]
export const MASK = '•••'
const VISITOR = /(visitor-[0-9a-f-]{36}\.)[0-9a-f-]{36}/gi

/** Without a code, a hash by which a guess could be confirmed, and the id that proves who a visitor is. */
export const maskedStream = (stream: string): string => {
  const prefix = SECRET_STREAMS.find((one) => stream.startsWith(one))
  return prefix === undefined ? withoutVisitor(stream) : prefix + MASK
}

/** As long as what `VISITOR` finds: most texts are shorter, and are not searched. */
const VISITOR_CHARS = 81
/** Subjects and their streams have the id of a visitor. */
export const withoutVisitor = (text: string): string =>
  text.length < VISITOR_CHARS ? text : text.replace(VISITOR, `$1${MASK}`)

/** Codes, hashes by which a guess could be confirmed, and the id that proves who a visitor is. */
const SECRETS: ReadonlySet<string> = new Set([
  'code',
  'sealedCode',
  'tokenHash',
  'credentialId',
  'messageId',
  'visitorId',
])

function masked(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutVisitor(value)
  if (Array.isArray(value)) return value.map(masked)
  return typeof value === 'object' && value !== null ? maskedFields(value as JsonObject) : value
}

const maskedField = (field: string, value: JsonValue | undefined): JsonValue | undefined =>
  SECRETS.has(field) ? MASK : value && masked(value)

const maskedFields = (data: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(data).map((field) => [field, maskedField(field, data[field])]))

/** A visitor who acts is named by that id, or by a hash of who they are. No key of a line's texts is a visitor's. */
const maskedMeta = ({ actor, ...meta }: StoredEvent['meta']): Record<string, unknown> => ({
  ...meta,
  actor: actor.kind === 'visitor' ? { ...actor, id: MASK } : actor,
})

/** @param stored with its personal fields opened; those that nobody can open are absent */
function payloadOf(stored: StoredEvent): Pick<HistoryEvent, 'event' | 'erased'> {
  const { id, stream, revision, position, type, version, meta } = stored
  const data = readEvent(stored).data as JsonObject
  return {
    event: {
      id,
      stream: maskedStream(stream),
      revision: String(revision),
      position: String(position),
      type,
      version,
      data: maskedFields(data),
      meta: maskedMeta(meta),
    },
    erased:
      meta.keyRef === undefined
        ? []
        : definitionOf(type).personal.filter((field) => data[field] === undefined),
  }
}

const NEWEST_FIRST = '-at'

export function historyRoutes(deps: Ctx): Router {
  const router = Router()
  const { recordReading } = deps
  guardedRoute(router, deps, getProfileHistory, async ({ params, query, ...http }, principal) => {
    const after = placeOfCursor(query.after, NEWEST_FIRST, POSITION)
    const { ownerId } = await getOwnProfile(deps.store, params.id, principal)
    const isOwner = ownerId === principal.accountId
    const entity = profileStream(params.id.toLowerCase())
    if (!isOwner) await recordReading(principal.accountId, { form: 'list', entity })
    const listed = await listHistory(deps, {
      entities: [entity],
      types: PROFILE_CHANGES,
      after,
      limit: query.limit,
    })
    return entriesOf(deps, rowsOf(http, NEWEST_FIRST, listed), { isOwner })
  })

  guardedRoute(router, deps, getAdminHistory, async ({ query, ...http }, { accountId }) => {
    const after = placeOfCursor(query.after, NEWEST_FIRST, POSITION)
    const { filter, reading } = await askedHistoryOf(deps, query)
    await recordReading(accountId, { form: 'list', ...reading })
    const listed = await listHistory(deps, { ...filter, after, limit: query.limit })
    return entriesOf(deps, rowsOf(http, NEWEST_FIRST, listed), { isOwner: false })
  })

  guardedFileRoute(router, deps, getAdminHistoryFile, async ({ query, response }, { accountId }) => {
    const { filter, reading } = await askedHistoryOf(deps, query)
    await recordReading(accountId, { form: 'csv', ...reading })
    const pages = rowsOfAll(deps, filter)
    await deps.exports.send(response, { accountId, name: 'historial', head: HEAD, pages })
  })

  guardedRoute(router, deps, getAdminHistoryEvent, async ({ params }, { accountId }) => {
    const line = await getHistoryLine(deps, params.position)
    await recordReading(accountId, { form: 'event', position: line.position }, line.entity)
    return detailOf(deps, line)
  })
  return router
}

async function detailOf(deps: Ctx, line: HistoryLine): Promise<HistoryEvent> {
  const [stored] = await readStream(deps.store, line.stream, { from: line.revision, limit: 1 })
  if (stored === undefined) throw new Refusal('not-found')
  const [entry] = await entriesOf(deps, [line], { isOwner: false })
  return { entry: entry!, ...payloadOf(stored) }
}

const HEAD: CsvRow = [
  'Fecha',
  'Hora',
  'Posición',
  'Qué pasó',
  'Antes y después',
  'Quién',
  'Como',
  'De quién',
  'Tipo',
]
const KINDS = { visitor: 'Visitante', owner: 'Dueño', admin: 'Administrador', system: 'Sistema' } as const

async function* rowsOfAll(deps: SealedRows, filter: HistoryFilter): AsyncGenerator<readonly CsvRow[]> {
  for await (const lines of historyPages(deps, filter))
    yield (await entriesOf(deps, lines, { isOwner: false })).map(csvRowOf)
}

const clock = new Intl.DateTimeFormat('es-CL', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const csvRowOf = (entry: HistoryEntry): CsvRow => [
  writtenDate(dayInSantiago(Date.parse(entry.at))),
  clock.format(Date.parse(entry.at)),
  entry.position,
  textOfSentence(entry.sentence),
  entry.changes.map(changeText).join('\n'),
  entry.actor.name ?? (entry.actor.id === null ? '' : ERASED_TEXT),
  KINDS[entry.actor.kind],
  entry.entity.label ?? '',
  EVENT_NAMES.get(entry.type) ?? entry.type,
]

function changeText({ label, before, after, ...change }: FieldChange): string {
  if (change.is_erased) return `${label}: ${change.is_blocked ? BLOCKED_TEXT : ERASED_TEXT}`
  return `${label}: ${before ?? 'vacío'} → ${after ?? 'vacío'}`
}
