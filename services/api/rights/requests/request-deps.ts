import type { CommandContext } from '@app/processes/command-context.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { ErasureLedger } from '@app/vault/ledger.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { Subjects } from '@app/vault/keys/subjects.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { RouteDeps } from '../../http/route.ts'
import type { MailboxParts } from '../mailbox/mailbox-deps.ts'
import type { ProfileLookup } from '../../profiles/profile-lookup.ts'

export interface RequestDeps extends RouteDeps, CommandContext, SealedRows {
  readonly profiles: ProfileLookup
  readonly keys: SubjectKeys
  readonly ledger: ErasureLedger
  readonly subscriptionIds: SubscriptionIds
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
  readonly subjects: Subjects
  readonly mailbox: Pick<MailboxParts, 'acts'>
}
