import { accountStream } from '@app/contracts/events/account-events.ts'
import type { AtOnce, RecordAtOnce } from '@app/processes/rights/record-at-once.ts'

export interface AccountRequestDeps {
  readonly recordAtOnce: RecordAtOnce
}

/** Asked for on the account's own screens. A deletion is recorded from its own event: erasureRequestReaction. */
export const recordAsked = (
  { recordAtOnce }: AccountRequestDeps,
  kind: AtOnce['kind'],
  accountId: string,
): Promise<void> =>
  recordAtOnce(
    { kind, channel: 'account', proof: 'session', about: accountStream(accountId) },
    { kind: 'owner', id: accountId },
  )
