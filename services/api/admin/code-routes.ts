import type { Router } from 'express'
import { getAdminCodes, postAdminCodes, type AdminCode } from '@app/contracts/api/admin-codes.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { issueCodes, type IssueCodeDeps } from '@app/processes/accounts/issue-code.ts'
import { listCodes, type ListedCode } from '@app/projections/codes/queries.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { idempotencyKeyOf } from '../http/idempotency/idempotency-key.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { adminActor } from './admin-actor.ts'
import { drawsOf } from './code-draws.ts'
import { askedPageOf, rowsOf } from './list-page.ts'

export interface CodeDeps extends RouteDeps, SealedRows, IssueCodeDeps {}

export function codeRoutes(router: Router, deps: CodeDeps): void {
  guardedRoute(router, deps, getAdminCodes, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const code = normalCode(search)
    const listed = await listCodes(deps, {
      ...askedPageOf({ ...query, sort }),
      search,
      ids: code === undefined ? undefined : [code, deps.names.activationCode(code)],
      state: state === 'all' ? undefined : state,
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

const codeRowOf = ({ codeSeals }: Pick<CodeDeps, 'codeSeals'>, listed: ListedCode): AdminCode => {
  const { id, sealedCode, use } = listed
  return {
    id,
    code: sealedCode === null ? id : codeSeals.open(id, sealedCode),
    max_profiles: listed.maxProfiles,
    used: use !== undefined,
    created_at: new Date(listed.createdAtMs).toISOString(),
    used_at: use === undefined ? null : new Date(use.atMs).toISOString(),
    used_by: use === undefined ? null : { id: use.accountId, name: use.name, email: use.email },
  }
}
