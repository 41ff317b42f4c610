import type { LiveHubDeps } from '../analytics/live/live-hub.ts'
import type { MailPage } from './mail-page/mail-page-routes.ts'
import type { PublicPageRenderer } from '@app/contracts/taps/public-page.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import type { ExternalLogin } from '../accounts/identity/external-login.ts'
import type { Passwords } from '../accounts/identity/passwords.ts'
import type { Kafka } from '../kafka/kafka.ts'
import { startJobs, type Jobs } from '../kernel/jobs.ts'
import { startPolls, type Polls } from '../kernel/polls.ts'
import { createWaitFor, type WaitFor } from '../kernel/wait-for.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Log } from './observability/log.ts'
import type { Metrics, MeasuredDatabase } from './observability/metrics.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { readStatus, type ModelStatus } from '../kernel/models/status.ts'
import type { HeadFile } from '../record/head.ts'
import type { Secrets } from './settings/secrets.ts'
import type { Settings } from './settings/settings.ts'
import type { BesideDatabase } from '../product/backend/erasing-deps.ts'
import type { ServingBackend } from '../product/backend/open-serving-backend.ts'

/** Parts of the product that are opened outside of it. */
export interface Parts {
  readonly backend: ServingBackend
  readonly secrets: Pick<Secrets, 'jwt' | 'visitor' | 'seal'>
  readonly settings: Settings
  /** Absent with an external database. */
  readonly embedded: MeasuredDatabase | undefined
  /** Where this process relays to Kafka, or its projections follow it. */
  readonly kafka: Kafka | undefined
  readonly passwords: Passwords
  readonly mailer: Mailer
  readonly besideDatabase: BesideDatabase
  readonly headFile: HeadFile
  readonly mailPage: MailPage | undefined
  /** Undefined without a provider. */
  readonly externalLogin: ExternalLogin | undefined
  readonly renderer: PublicPageRenderer
  readonly webRoot: string
  readonly metrics: Metrics
  readonly log: Log
  readonly securityLog: SecurityLog
  readonly say: (line: string) => void
  /** Closed in the opposite order of opening. */
  readonly onStop: (close: () => Promise<void>) => void
  readonly tuning?: ProductTuning
}

/** The one object that each part of the product takes what it needs from. */
export interface Ctx extends Parts {
  /** Work that waits for its time is done by one process at a time. */
  readonly jobs: Jobs
  readonly polls: Polls
  /** How far the read models are, whichever process follows the log for them. */
  readonly waitFor: WaitFor
  readonly statusOfModels: () => Promise<readonly ModelStatus[]>
}

/** Fixed in production; tests set smaller or faster values. */
interface ProductTuning {
  readonly hashesWaitingMax?: number | undefined
  /** Public pages may be so old. */
  readonly pageFreshMs?: number | undefined
  /** Time for the process that appended an event to complete its work itself. */
  readonly reactionGraceMs?: number
  readonly erasurePause?: (ms: number) => Promise<unknown>
  readonly answerTime?: (() => Promise<unknown>) | undefined
  /** Blocks are signed once a minute by default. */
  readonly chain?: { readonly everyMs?: number }
  readonly live?: Partial<Pick<LiveHubDeps, 'db' | 'tickMs'>>
}

const STOP_MS_MAX = 2_000

export function ctxOf(parts: Parts): Ctx {
  const { backend, log: logger, onStop } = parts
  const { jobs: db, reader, projector, sealed: log, now, monotonicMs } = backend
  const onTrouble = (job: string, error: unknown): void =>
    logger.warn({ job, err: error }, 'a job failed; it is tried again')
  const jobs = startJobs({ db, now, monotonicMs, onTrouble })
  onStop(() => jobs.stop(STOP_MS_MAX))
  const polls = startPolls({ db: projector, log })
  onStop(polls.stop)
  return {
    ...parts,
    jobs,
    polls,
    waitFor: createWaitFor({ db: reader, log }, PROJECTIONS),
    statusOfModels: () => readStatus({ db: reader, log, now }, PROJECTIONS),
  }
}
