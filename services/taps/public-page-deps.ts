import type { PrivacyFacts } from '@app/contracts/privacy/privacy-page.ts'
import type { Images } from '../media/images.ts'
import type { Log } from '../platform/observability/log.ts'
import type { CommandContext } from '../kernel/command-context.ts'
import type { ErasureLedger } from '../privacy/ledger.ts'
import type { SubjectKeys } from '../kernel/keys/subject-keys.ts'
import type { RouteDeps } from '../platform/http/route.ts'
import type { ReminderDeps } from '../reminders/subscribe-routes.ts'
import type { ThingsDeps } from '../privacy/rights/thing-words.ts'
import type { Recorder } from './recorder.ts'

export interface PublicPageDeps
  extends
    RouteDeps,
    CommandContext,
    ThingsDeps,
    Pick<ReminderDeps, 'profiles' | 'reminderTokens' | 'renderer' | 'publicUrl'> {
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
