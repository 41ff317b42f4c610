import { accountStream } from '@app/contracts/events/account-events.ts'
import type { AtOnce } from '@app/processes/rights/record-at-once.ts'
import type { AccountDeps } from './account-deps.ts'

/** Asked for on the account's own screens. A deletion is recorded from its own event: erasureRequestReaction. */
export const recordAsked = (
  { recordAtOnce }: Pick<AccountDeps, 'recordAtOnce'>,
  kind: AtOnce['kind'],
  accountId: string,
): Promise<void> =>
  recordAtOnce(
    { kind, channel: 'account', proof: 'session', about: accountStream(accountId) },
    { kind: 'owner', id: accountId },
  )
