import type { Router } from 'express'
import { getAdminCodes, postAdminCodes } from '@app/contracts/api/admin/admin-codes.ts'
import { issueCodes, type IssueCodeDeps } from '@app/processes/accounts/issue-code.ts'
import { listCodes } from '@app/projections/codes/queries.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { idempotencyKeyOf } from '../http/idempotency/idempotency-key.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { adminActor } from './admin-actor.ts'
import { drawsOf } from './code-draws.ts'
import { codeRowOf, wantedCodesOf } from './code-rows.ts'
import { askedPageOf, rowsOf } from './list-page.ts'

export interface CodeDeps extends RouteDeps, SealedRows, IssueCodeDeps {}

export function codeRoutes(router: Router, deps: CodeDeps): void {
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
    const now = deps.now()
    const codes = await issueCodes(
      { ...deps, now: () => now, below: isKeyed ? drawsOf(idOf) : deps.below },
      {
        count: body.count,
        maxProfiles: body.max_profiles,
        actor: adminActor(principal),
        batchId: isKeyed ? idOf('batch') : deps.newId(),
      },
    )
    wrote({ position: await deps.store.headPosition() })
    const [code = ''] = codes
    return {
      id: deps.names.activationCode(code),
      code,
      max_profiles: body.max_profiles,
      used: false,
      created_at: now.toISOString(),
      used_at: null,
      codes: [...codes],
    }
  })
}
