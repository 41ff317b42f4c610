import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { Router } from 'express'
import { getAdminHistoryFile, NDJSON_TYPE } from '@app/contracts/audit/admin-history.ts'
import type { FieldChange, HistoryEntry } from '@app/contracts/audit/calls.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'
import { dayInSantiago, ZONE } from '@app/contracts/calendar.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import { historyPages, type HistoryFilter } from '@app/projections/history/queries.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { ListExports } from '../platform/lists/list-export.ts'
import { guardedFileRoute } from '../platform/http/route.ts'
import { writtenDate } from './date-text.ts'
import { entriesOf } from './history-entry.ts'
import { askedHistoryOf } from './history-filter.ts'
import { ERASED_TEXT } from './sentence-parts.ts'
import { textOfSentence } from './sentences.ts'
import type { HistoryDeps } from './history-deps.ts'

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
  'Veces',
]
const KINDS = { visitor: 'Visitante', owner: 'Dueño', admin: 'Administrador', system: 'Sistema' } as const

export function historyExportRoutes(router: Router, deps: HistoryDeps, exports: ListExports): void {
  guardedFileRoute(router, deps, getAdminHistoryFile, async ({ params, query, response }, { accountId }) => {
    const { filter, reading } = await askedHistoryOf(deps, query)
    await deps.recordReading(accountId, { form: params.format, ...reading })
    const file = { accountId, name: 'historial' }
    await (params.format === 'csv'
      ? exports.send(response, { ...file, head: HEAD, pages: csvPages(deps, filter) })
      : exports.sendText(response, {
          ...file,
          extension: 'ndjson',
          type: NDJSON_TYPE,
          chunks: ndjsonPages(deps, filter),
        }))
  })
}

async function* pagesOf(deps: SealedRows, filter: HistoryFilter): AsyncGenerator<readonly HistoryEntry[]> {
  for await (const lines of historyPages(deps, filter)) yield entriesOf(deps, lines, { isOwner: false })
}

async function* csvPages(deps: SealedRows, filter: HistoryFilter): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of pagesOf(deps, filter)) yield page.map(csvRowOf)
}

async function* ndjsonPages(deps: SealedRows, filter: HistoryFilter): AsyncGenerator<string> {
  let isEmpty = true
  for await (const page of pagesOf(deps, filter)) {
    isEmpty = false
    yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }
  if (isEmpty) yield ''
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
  String(entry.count),
]

function changeText({
  label,
  before,
  after,
  is_erased: isErased,
  is_blocked: isBlocked,
}: FieldChange): string {
  if (isErased) return `${label}: ${isBlocked ? BLOCKED_TEXT : ERASED_TEXT}`
  return `${label}: ${before ?? 'vacío'} → ${after ?? 'vacío'}`
}
