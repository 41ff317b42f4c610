import { Router } from 'express'
import { getAdminReminders } from '@app/contracts/reminders/calls.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { listReminders } from '@app/projections/subscriptions/list-reminders.ts'
import { guardedRoute, guardedFileRoute } from '../platform/http/route.ts'
import { changedProfileRoutes } from '../profiles/changed-profile-routes.ts'
import { placeOfCursor, linkNextPage, askedPageOf, rowsOf } from '../platform/lists/list-page.ts'
import { dayOf, type ListExports } from '../platform/lists/list-export.ts'
import { quotationAdminRoutes } from '../quotations/routes.ts'
import { reminderExportRoute, subscribersFound, reminderRowOf } from '../reminders/reminder-export.ts'
import { userRoutes } from '../accounts/user-routes.ts'
import { getAdminProfiles, type AdminProfile } from '@app/contracts/profiles/admin-profiles.ts'
import { ifBlocked, BLOCKED_TEXT } from '@app/contracts/fields/blocked.ts'
import { listProfiles, type ListedProfile } from '@app/projections/profiles/list-profiles.ts'
import { getAdminCodesCsv } from '@app/contracts/api/admin-exports.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import {
  codePages,
  listCodes,
  type CodeFilter,
  type CodeUse,
  type ListedCode,
} from '@app/projections/codes/queries.ts'
import { getAdminCodes, postAdminCodes, type AdminCode, activationCodeStream } from '@app/contracts/codes.ts'
import { readStream } from '../kernel/codec.ts'
import { issueCodes } from '../codes/issue-code.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import type { z } from 'zod'
import { normalCode, CODE_CHARS } from '@app/contracts/fields/activation-code.ts'
import { type AdminDeps, adminActor } from '../platform/admin-deps.ts'

type AskedFilter = Pick<z.infer<typeof getAdminCodes.query>, 'search' | 'state'>

/** A search for a whole code means its id. */
function wantedCodesOf({ names }: Pick<AdminDeps, 'names'>, { search, state }: AskedFilter): CodeFilter {
  const code = normalCode(search)
  return {
    search,
    id: code && names.activationCode(code),
    state: state === 'all' ? undefined : state,
  }
}

function codeRowOf({ codeSeals }: Pick<AdminDeps, 'codeSeals'>, listed: ListedCode): AdminCode {
  const { id, sealedCode, use } = listed
  return {
    id,
    code: codeSeals.open(id, sealedCode),
    max_profiles: listed.maxProfiles,
    used: use !== undefined,
    created_at: new Date(listed.createdAtMs).toISOString(),
    used_at: use === undefined ? null : new Date(use.atMs).toISOString(),
    used_by: use === undefined ? null : usedBy(use),
  }
}

const usedBy = ({ accountId, name, email, isBlocked }: CodeUse): AdminCode['used_by'] => ({
  id: accountId,
  name,
  email,
  ...ifBlocked(isBlocked),
})

function codeRoutes(router: Router, deps: AdminDeps): void {
  guardedRoute(router, deps, getAdminCodes, async ({ query, ...http }) => {
    const { sort } = query
    const listed = await listCodes(deps, {
      ...askedPageOf({ ...query, sort }),
      ...wantedCodesOf(deps, query),
    })
    return rowsOf(http, sort, listed).map((one) => codeRowOf(deps, one))
  })

  guardedRoute(router, deps, postAdminCodes, async ({ body, request, idOf, wrote }, principal) => {
    const isKeyed = idempotencyKeyOf(request) !== undefined
    const codes = await issueCodes(
      { ...deps, below: isKeyed ? drawsOf(idOf) : deps.below },
      {
        count: body.count,
        maxProfiles: body.max_profiles,
        actor: adminActor(principal),
        batchId: isKeyed ? idOf('batch') : deps.newId(),
      },
    )
    wrote({ position: await deps.store.log.headPosition() })
    const [code = ''] = codes
    const id = deps.names.activationCode(code)
    const [issued] = await readStream(deps.store, activationCodeStream(id), { limit: 1 })
    return {
      id,
      code,
      max_profiles: Number(issued?.data['maxProfiles']),
      used: false,
      created_at: issued!.meta.occurredAt,
      used_at: null,
      codes: [...codes],
    }
  })
}

const HEAD: CsvRow = ['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo']

function codeExportRoute(router: Router, deps: AdminDeps, exports: ListExports): void {
  guardedFileRoute(router, deps, getAdminCodesCsv, ({ query, response }, { accountId }) => {
    const pages = pagesOf(deps, wantedCodesOf(deps, query))
    return exports.send(response, { accountId, name: 'codigos', head: HEAD, pages })
  })
}

async function* pagesOf(deps: AdminDeps, wanted: CodeFilter): AsyncGenerator<readonly CsvRow[]> {
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

function profileListRoute(router: Router, deps: AdminDeps): void {
  guardedRoute(router, deps, getAdminProfiles, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listProfiles(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      state: state === 'all' ? undefined : state,
    })
    return rowsOf(http, sort, listed).map(profileRowOf)
  })
}

const profileRowOf = (listed: ListedProfile): AdminProfile => ({
  ...listed.profile,
  visits: listed.visits,
  user_name: listed.ownerName,
  user_email: listed.ownerEmail,
  ...ifBlocked(listed.isBlocked),
  ...(listed.isOwnerBlocked ? { is_user_blocked: true as const } : {}),
  is_active: listed.isActive,
  created_at: listed.createdAt,
})

export function adminRoutes(deps: AdminDeps, exports: ListExports): Router {
  const router = Router()
  userRoutes(router, deps)
  codeRoutes(router, deps)
  quotationAdminRoutes(router, deps)
  profileListRoute(router, deps)
  guardedRoute(router, deps, getAdminReminders, async ({ query, ...http }) => {
    const { rows, next, total } = await listReminders(deps, {
      skip: query.skip,
      after: placeOfReminder(query),
      limit: query.limit,
      status: query.status_filter === 'all' ? undefined : query.status_filter,
      search: query.profile_filter,
      subscribers: await subscribersFound(deps, query.profile_filter),
    })
    linkNextPage(http, NEWEST_FIRST, next, ['skip'])
    return { reminders: rows.map((one) => reminderRowOf(one, deps.reminderTimes)), total }
  })
  changedProfileRoutes(router, deps)
  codeExportRoute(router, deps, exports)
  reminderExportRoute(router, deps, exports)
  return router
}

const NEWEST_FIRST = '-subscribed_at'
const TWO_PLACES = 'Indica skip o after, no los dos.'

function placeOfReminder({ skip, after }: { readonly skip: number; readonly after?: string | undefined }) {
  if (after !== undefined && skip > 0) throw new Refusal('invalid', TWO_PLACES, { field: 'after' })
  return placeOfCursor(after, NEWEST_FIRST, LOWER_CASE_UUID)
}

/**
 * Draws the same codes in every attempt with one Idempotency-Key, so that an attempt that died is finished and not
 * repeated. Ids derive from a keyed hash: nobody can guess them without the vault. One has 122 bits, more than `CODE_CHARS` draws use.
 */
export function drawsOf(idOf: (name: string) => string): (n: number) => number {
  let drawn = 0
  let rest = 0n
  return (n) => {
    if (drawn % CODE_CHARS === 0) rest = BigInt(`0x${idOf(`code ${drawn / CODE_CHARS}`).replaceAll('-', '')}`)
    drawn += 1
    const value = Number(rest % BigInt(n))
    rest /= BigInt(n)
    return value
  }
}
