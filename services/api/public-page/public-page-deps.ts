import type { PrivacyFacts } from '@app/contracts/privacy/privacy-page.ts'
import type { Images } from '@app/images/images.ts'
import type { Log } from '@app/observability/log.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import type { ErasureLedger } from '@app/vault/ledger.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { RouteDeps } from '../http/route.ts'
import type { ReminderDeps } from '../reminders/subscribe-routes.ts'
import type { ThingsDeps } from '../rights/thing-words.ts'
import type { Recorder } from './recorder.ts'

export interface PublicPageDeps
  extends
    RouteDeps,
    CommandContext,
    ThingsDeps,
    Pick<ReminderDeps, 'profiles' | 'reminderTokens' | 'unconfirmed' | 'renderer' | 'publicUrl'> {
  readonly recorder: Recorder
  readonly ownHost: string
  readonly photoOf: (ref: string) => Promise<Buffer | undefined>
  readonly images: Images
  readonly keys: SubjectKeys
  readonly ledger: ErasureLedger
  /** Kept copies of mails. */
  readonly removeMailsTo: (emails: readonly string[]) => Promise<unknown>
  readonly privacy: PrivacyFacts
  readonly log: Log
}
