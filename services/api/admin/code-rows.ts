import type { z } from 'zod'
import type { AdminCode, getAdminCodes } from '@app/contracts/api/admin/admin-codes.ts'
import { ifBlocked } from '@app/contracts/fields/blocked.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import type { IssueCodeDeps } from '@app/processes/accounts/issue-code.ts'
import type { CodeFilter, CodeUse, ListedCode } from '@app/projections/codes/queries.ts'

type AskedFilter = Pick<z.infer<typeof getAdminCodes.query>, 'search' | 'state'>

/** A search for a whole code means its id. */
export function wantedCodesOf(
  { names }: Pick<IssueCodeDeps, 'names'>,
  { search, state }: AskedFilter,
): CodeFilter {
  const code = normalCode(search)
  return {
    search,
    id: code && names.activationCode(code),
    state: state === 'all' ? undefined : state,
  }
}

export function codeRowOf({ codeSeals }: Pick<IssueCodeDeps, 'codeSeals'>, listed: ListedCode): AdminCode {
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
