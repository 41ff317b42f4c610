import { randomBytes, randomInt } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, type AppDeps } from '@app/api/app.ts'
import { createHashingQueue } from '@app/api/http/limits/hashing.ts'
import { createAnswerTime } from '@app/api/http/answer-time.ts'
import { createAddressOf } from '@app/api/http/client-address.ts'
import type { LiveHub } from '@app/api/live/live-hub.ts'
import { createMonitorCheck } from '@app/api/http/access/monitor-check.ts'
import type { Recorder } from '@app/api/public-page/recorder.ts'
import { startPolls } from '@app/kernel/polls.ts'
import type { RecordReader } from '@app/record/log-file.ts'
import type { Part } from '@app/settings/distribution-settings.ts'
import { createHeavyReads } from '@app/api/http/heavy-reads.ts'
import { createReports } from '@app/report/reports.ts'
import { createAccountFinder } from '@app/processes/accounts/find-account.ts'
import { createCodeSeals } from '@app/vault/seals/code-seals.ts'
import { createCredentials } from '@app/vault/logins/credentials.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { findJpeg } from '@app/vault/pictures/stored-images.ts'
import { announceParts, followLog, openFreshness, type Freshness } from './follow-log.ts'
import { openErasures, type Erasures } from './open-erasures.ts'
import { openImages } from './open-images.ts'
import { openJobs } from './open-jobs.ts'
import { openRelay, type Relay } from './open-kafka.ts'
import { openLimits } from './open-limits.ts'
import { openLive } from './open-live.ts'
import { openMails } from './open-mailer.ts'
import { openProfiles, openRecorder } from './open-public-page.ts'
import { openRecord } from './open-record.ts'
import { createRecordReading } from '@app/api/history/record-reading.ts'
import { openExternalLogin, openSessionsOf } from './open-sessions.ts'
import { openParked } from './backend/open-parked.ts'
import { openBuilds } from './backend/build-orders.ts'
import type { ServingBackend } from './backend/open-serving-backend.ts'
import { openRewrap, openVisitorKeys } from './open-keys.ts'
import type { ProductDeps, WithJobs } from './product-deps.ts'
import { openReactions } from './open-reactions.ts'
import { openReminders, type RunningReminders } from './open-reminders.ts'
import { readinessOf } from './readiness.ts'
import { openMailbox, type MailboxRights } from './rights/open-mailbox.ts'
import { erasureRequestReaction } from '@app/processes/rights/erasure-requests.ts'
import { openRetention } from './rights/open-retention.ts'

export interface RunningProduct extends Freshness {
  readonly answer: RequestListener
  readonly live: LiveHub
  readonly recorder: Recorder
}

/** The only place that wires the product's parts over a backend. */
export function createProduct(product: ProductDeps): RunningProduct {
  const deps = { ...product, jobs: openJobs(product) }
  const sessions = openSessionsOf(deps)
  announceParts(deps)
  const fresh = openFreshness(deps)
  const live = openLive(deps, sessions)
  const polls = startPolls({ db: deps.backend.projector, log: deps.backend.sealed })
  deps.onStop(polls.stop)
  const serves = (part: Part): boolean => deps.settings.serves.includes(part)
  if (serves('projections')) followLog(deps, polls, deps.metrics)
  const relay = serves('relay') && deps.kafka !== undefined ? openRelay(deps, polls, deps.kafka) : undefined
  const erasures = openErasures(deps)
  const mails = openMails(deps)
  const mailbox = openMailbox(deps, erasures)
  if (serves('api')) {
    const reactions = [...erasures.reactions, erasureRequestReaction, mailbox.reaction, mails.quotationMails]
    openReactions(deps, { waitFor: fresh.waitFor, polls }, reactions, mails.requestMail)
    openRetention(deps)
    openRewrap(deps)
  }
  const recorder = openRecorder(deps)
  const record = openRecord(deps, polls, mails.requestMail)
  const reminders = openReminders({ ...deps, mailer: mails.mailer }, polls)
  const running = { fresh, sessions, live, recorder, record, reminders, relay, erasures, mails }
  const answer = createApi(deps, { ...running, mailbox: mailbox.calls })
  return { answer: serves('api') ? answer : statusOnly(answer), ...fresh, live, recorder }
}

/** A process without the api answers those who watch over it, and nobody else. */
const STATUS_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
const statusOnly =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (STATUS_PATH.test(request.url ?? '')) answer(request, response)
    else response.writeHead(404).end()
  }

interface Running extends Pick<RunningProduct, 'live' | 'recorder'> {
  readonly fresh: Freshness
  readonly sessions: ReturnType<typeof openSessionsOf>
  readonly record: RecordReader
  readonly reminders: RunningReminders
  readonly relay: Relay | undefined
  readonly erasures: Erasures
  readonly mails: ReturnType<typeof openMails>
  readonly mailbox: MailboxRights['calls']
}

/** Excludes pools that write read models, the sealed log and `close`. */
const usedByCalls = (backend: ServingBackend) =>
  ({
    store: backend.store,
    logAdapter: backend.logAdapter,
    db: backend.reader,
    heavyReads: createHeavyReads(backend.heavy, backend.monotonicMs),
    seals: backend.seals,
    names: backend.names,
    codeSeals: createCodeSeals(backend.idKeys, randomBytes),
    below: (n: number) => randomInt(n),
    keys: backend.keys,
    subjects: backend.subjects,
    storedImages: backend.storedImages,
    parked: openParked(backend),
    builds: openBuilds(backend),
    hasSpace: backend.hasSpace,
    now: backend.now,
    monotonicMs: backend.monotonicMs,
    newId: backend.newId,
  }) satisfies Partial<AppDeps>

const usedByReminderCalls = ({ settings, backend }: ProductDeps) =>
  ({
    reminderTimes: settings.reminders.times,
    reminderTokens: createReminderTokens(backend.idKeys),
    subscriptionIds: createSubscriptionIds(backend.idKeys),
    mailReportsSecret: settings.mailReportsSecret,
  }) satisfies Partial<AppDeps>

const usedOfSettings = ({ publicUrl, retention, party, securityContact }: ProductDeps['settings']) =>
  ({
    publicUrl,
    privacy: { ...retention, ...party },
    securityContact,
    ownHost: new URL(publicUrl).host,
  }) satisfies Partial<AppDeps>

const usedOfProcess = ({ renderer, webRoot, log, securityLog }: ProductDeps) =>
  ({ renderer, webRoot, log, securityLog }) satisfies Partial<AppDeps>

const pacesOf = ({ tuning }: ProductDeps) =>
  ({
    answerTime: tuning?.answerTime ?? createAnswerTime(sleep),
  }) satisfies Partial<AppDeps>

const accountsOf = (backend: ServingBackend) => ({
  accountIds: backend.names.account,
  findAccountId: createAccountFinder(backend),
})

function createApi(
  deps: WithJobs,
  { fresh, sessions, live, recorder, record, reminders, relay, erasures, mails, mailbox }: Running,
): RequestListener {
  const { settings, backend, metrics, tuning } = deps
  const { keyOfToday } = openVisitorKeys(deps)
  const reports = createReports()
  deps.onStop(reports.stop)
  return createApp({
    ...usedByCalls(backend),
    ...pacesOf(deps),
    accessControl: sessions.accessControl,
    openSessions: sessions.openSessions,
    eraseOwn: erasures.eraseOwn,
    eraseProfile: erasures.eraseProfile,
    live,
    recorder,
    record,
    reports,
    ...usedByReminderCalls(deps),
    ...deps.besideDatabase,
    keyOfToday,
    credentials: createCredentials(backend.app, backend.now),
    ...accountsOf(backend),
    passwords: deps.passwords,
    hashing: createHashingQueue(tuning?.hashesWaitingMax),
    ...fresh,
    profiles: openProfiles(deps),
    ...openLimits(deps, keyOfToday),
    addressOf: createAddressOf(settings.trustProxy),
    ...mails,
    mailbox,
    recordReading: createRecordReading(backend),
    mailPage: deps.mailPage,
    externalLogin: deps.externalLogin,
    ...openExternalLogin(deps),
    images: openImages(deps),
    photoOf: findJpeg(backend.storedImages),
    readiness: () => readinessOf(deps, { ...fresh, reminders, relay }, metrics),
    registry: metrics.registry,
    mayMonitor: createMonitorCheck(settings.monitorToken),
    ...usedOfSettings(settings),
    ...usedOfProcess(deps),
  })
}
