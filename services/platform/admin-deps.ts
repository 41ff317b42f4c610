import type { Actor } from '@app/contracts/event-store.ts'
import type { ReminderTimes } from '../reminders/reminder-times.ts'
import type { CommandContext, Naming } from '../kernel/command-context.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import type { ErasureLedger } from '../privacy/ledger.ts'
import type { SubjectKeys } from '../kernel/keys/subject-keys.ts'
import type { Subjects } from '../kernel/keys/subjects.ts'
import type { CodeSeals } from '../codes/issue-code.ts'
import type { RouteDeps } from './http/route.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'
import type { Principal } from './http/access/access-control.ts'

export interface AdminDeps extends RouteDeps, CommandContext, Naming, SealedRows {
  readonly keys: SubjectKeys
  readonly subjects: Subjects
  readonly ledger: ErasureLedger
  readonly profiles: ProfileLookup
  /** From here on nobody sees the profile. @returns whether all of it is erased already */
  readonly eraseProfile: (profileId: string, actor: Actor) => Promise<boolean>
  readonly reminderTimes: ReminderTimes
  readonly codeSeals: CodeSeals
  /** Random integer in [0, n), from a cryptographic source. */
  readonly below: (n: number) => number
  readonly publicUrl: string
}

/** Every event of an administrator names them. */
export const adminActor = ({ accountId }: Pick<Principal, 'accountId'>): Actor => ({
  kind: 'admin',
  id: accountId,
})
