import type { IncomingMessage } from 'node:http'
import type { Router } from 'express'
import type { Actor } from '@app/contracts/event-store.ts'
import type { PrivacyFacts } from '@app/contracts/privacy/page.ts'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import type { ExternalLogin } from '../accounts/identity/external-login.ts'
import type { Passwords } from '../accounts/identity/passwords.ts'
import type { Credentials, SessionsToFetch } from '../accounts/credentials.ts'
import type { FindAccountId } from '../accounts/find-account.ts'
import type { LiveHub } from '../analytics/live/live-hub.ts'
import type { Reports } from '../analytics/report/reports.ts'
import type { RecordReading, RecordShown } from '../audit/hourly-audit.ts'
import type { CodeSeals } from '../codes/code-admin-routes.ts'
import type { Kafka } from '../kafka/kafka.ts'
import type { Jobs, Worker } from '../kernel/jobs.ts'
import type { AccountIds, SubscriptionIds } from '../kernel/keys/keyed-ids.ts'
import type { ReminderTokens } from '../kernel/keys/reminder-tokens.ts'
import type { RandomBytes } from '../kernel/keys/sealing.ts'
import type { ReadDb } from '../kernel/models/projection.ts'
import type { ModelStatus } from '../kernel/models/builds.ts'
import type { Polls } from '../kernel/wake.ts'
import type { Reaction } from '../kernel/reaction.ts'
import type { WaitFor } from '../kernel/wait-for.ts'
import type { Images } from '../media/images.ts'
import type { ErasureLedger, Erasing } from '../privacy/erasures/shred.ts'
import type { RightsLinks } from '../privacy/rights/rights-links.ts'
import type { openBuilds } from '../data/build-orders.ts'
import type { openParked } from '../data/parked-orders.ts'
import type { Backend } from '../product/backend/open-backend.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'
import type { HeadFile } from '../record/blocks.ts'
import type { RecordReader } from '../record/log-file.ts'
import type { ReminderTimes } from '../reminders/plan.ts'
import type { Recorder } from '../taps/recorder.ts'
import type { AccessControl } from './http/access/access-control.ts'
import type { OpenSessions } from './http/access/open-sessions.ts'
import type { AddressOf } from './http/client-address.ts'
import type { KeyedIds } from './http/parse-call.ts'
import type { RateCounters, UsualAddresses } from './http/rate-counters.ts'
import type { Hashing, CallLimits } from './http/limits.ts'
import type { HeavyReads } from './http/heavy-reads.ts'
import type { ListExports } from './http/list-answers.ts'
import type { MailPage } from './mail/mail-page-routes.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Letters, RequestMail } from './mail/waiting-mail.ts'
import type { Log } from './observability/log.ts'
import type { Metrics, MeasuredDatabase } from './observability/metrics.ts'
import type { Secrets } from './settings/secrets.ts'
import type { Settings } from './settings/settings.ts'

export interface Parts extends Backend {
  readonly secrets: Pick<Secrets, 'jwt' | 'visitor' | 'seal'>
  readonly settings: Settings
  readonly embedded: MeasuredDatabase | undefined
  readonly kafka: Kafka | undefined
  readonly passwords: Passwords
  readonly mailer: Mailer
  /** Beside the database: a restored backup does not undo it. */
  readonly ledger: ErasureLedger
  /** Removes the copies of all mails that no mail server took, to anybody. */
  readonly removeMails: () => Promise<unknown>
  readonly removeMailsBefore: (before: Date) => Promise<number>
  readonly headFile: HeadFile
  /** Only where the product is tried without a mail server, never in production. */
  readonly mailPage: MailPage | undefined
  readonly externalLogin: ExternalLogin | undefined
  readonly renderer: PublicPageRenderer
  readonly webRoot: string
  readonly metrics: Metrics
  readonly log: Log
  readonly securityLog: SecurityLog
  readonly say: (line: string) => void
  readonly onStop: (close: () => Promise<void>) => void
  readonly tuning?: Tuning
}

export interface Ctx extends Parts {
  readonly random: RandomBytes
  /** Random integer in [0, n), from a cryptographic source. */
  readonly below: (n: number) => number

  /** Work that waits for its time is done by one process at a time. */
  readonly jobs: Jobs
  readonly polls: Polls
  readonly waitFor: WaitFor
  readonly statusOfModels: () => Promise<readonly ModelStatus[]>
  /** Calls never have the pool that changes rows. */
  readonly db: ReadDb
  readonly heavyReads: HeavyReads
  readonly builds: ReturnType<typeof openBuilds>
  readonly parked: ReturnType<typeof openParked>

  readonly publicUrl: string
  readonly ownHost: string
  readonly addressOf: AddressOf
  readonly accessControl: AccessControl
  readonly openSessions: OpenSessions
  readonly keyedIds: KeyedIds
  readonly limits: CallLimits
  readonly counters: RateCounters
  /** Destroyed after two days: from then on nobody can try all addresses. */
  readonly keyOfToday: () => Promise<Buffer>
  readonly usualAddresses: UsualAddresses
  readonly hashing: Hashing
  readonly answerTime: () => Promise<unknown>
  readonly exports: ListExports
  readonly mayMonitor: (request: IncomingMessage) => boolean

  readonly accountIds: AccountIds
  readonly findAccountId: FindAccountId
  readonly credentials: Credentials
  readonly sessionsToFetch: SessionsToFetch
  readonly codeSeals: CodeSeals
  readonly profiles: ProfileLookup
  readonly images: Images
  readonly photoOf: (ref: string) => Promise<Buffer | undefined>
  readonly recorder: Recorder
  readonly live: LiveHub
  readonly reports: Reports

  /** Durable when it resolves. @throws Refusal unavailable when the queue is full */
  readonly requestMail: RequestMail
  readonly ids: SubscriptionIds
  readonly tokens: ReminderTokens
  readonly times: ReminderTimes

  /** @throws StoreError when it cannot be recorded: then nothing is answered */
  readonly recordReading: RecordReading
  readonly recordShown: RecordShown
  readonly record: RecordReader
  readonly privacy: PrivacyFacts
  readonly links: RightsLinks
  /** Opens the words of who is blocked too. */
  readonly erasing: Erasing
  /** @param actor by default the owner @returns whether it is erased already @throws Refusal last-administrator */
  readonly eraseOwn: (accountId: string, actor?: Actor) => Promise<boolean>
  readonly erasureReactions: readonly Reaction[]
  /** Nobody sees the profile any more. @returns whether all of it is erased already */
  readonly eraseProfile: (profileId: string, actor: Actor) => Promise<boolean>
}

export interface Module {
  readonly routers?: readonly Router[]
  readonly reactions?: readonly Reaction[]
  /** Claims of slugs, e-mails and logins are finished although nobody may read their words. */
  readonly claims?: readonly Reaction[]
  readonly letters?: Partial<Letters>
  readonly workers?: readonly Worker[]
}

/** Fixed in production; tests set smaller or faster values. */
interface Tuning {
  /** Public pages may be so old. */
  readonly pageFreshMs?: number | undefined
  /** Time for the process that appended an event to complete its work itself. */
  readonly reactionGraceMs?: number
  readonly erasurePause?: (ms: number) => Promise<unknown>
  readonly answerTime?: (() => Promise<unknown>) | undefined
  readonly chain?: { readonly everyMs?: number }
  readonly live?: { readonly db: ReadDb; readonly tickMs: number }
  readonly imageProgram?: URL | undefined
}
