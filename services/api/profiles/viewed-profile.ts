import { Refusal } from '@app/contracts/refusals.ts'
import {
  findAnalysedProfile,
  type AnalysedProfile,
  type SealedRows,
} from '@app/projections/profiles/queries.ts'
import type { Principal } from '../http/authentication/authenticator.ts'

/** @throws Refusal not-found, also for others' profiles */
export async function viewedProfile(
  rows: SealedRows,
  id: string,
  principal: Principal,
): Promise<AnalysedProfile> {
  const record = await findAnalysedProfile(rows, id)
  if (record === undefined || !(principal.account.isAdmin || record.ownerId === principal.accountId))
    throw new Refusal('not-found')
  return record
}
