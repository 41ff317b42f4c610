import type { Router } from 'express'
import type { AdminCode } from '@app/contracts/api/admin/admin-codes.ts'
import { getAdminCodesCsv } from '@app/contracts/api/admin/admin-exports.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import { codePages, type CodeFilter } from '@app/projections/codes/queries.ts'
import { guardedFileRoute } from '../http/route.ts'
import type { CodeDeps } from './code-routes.ts'
import { codeRowOf, wantedCodesOf } from './code-rows.ts'
import type { ListExports } from './list-export.ts'

const HEAD: CsvRow = ['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo']

export function codeExportRoute(router: Router, deps: CodeDeps, exports: ListExports): void {
  guardedFileRoute(router, deps, getAdminCodesCsv, ({ query, response }, { accountId }) => {
    const pages = pagesOf(deps, wantedCodesOf(deps, query))
    return exports.send(response, { accountId, name: 'codigos', head: HEAD, pages })
  })
}

async function* pagesOf(deps: CodeDeps, wanted: CodeFilter): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of codePages(deps, wanted)) yield page.map((one) => lineOf(codeRowOf(deps, one)))
}

const lineOf = (row: AdminCode): CsvRow => [
  row.code,
  row.used ? 'Usado' : 'Disponible',
  String(row.max_profiles),
  dayOf(row.created_at),
  row.used_at === null ? '' : dayOf(row.used_at),
  row.used_by?.is_blocked ? BLOCKED_TEXT : (row.used_by?.name ?? ''),
  row.used_by?.email ?? '',
]

const dayOf = (instant: string): string => dayInSantiago(Date.parse(instant))
