import { randomBytes, randomInt } from 'node:crypto'
import { createRecordReading } from '../audit/hourly-audit.ts'
import { createAccessControl } from '../platform/http/access/access-control.ts'
import { createMonitorCheck } from '../platform/mail-page/own-machine.ts'
import { createAddressOf } from '../platform/http/client-address.ts'
import { createHeavyReads } from '../platform/http/turns.ts'
import { createKeyedIds } from '../platform/http/idempotency-key.ts'
import { answerAfterQueueing } from '../platform/http/send.ts'
import { createCallLimits } from '../platform/http/limits/call-limits.ts'
import { createHashingQueue } from '../platform/http/limits/hashing.ts'
import { createUsualAddresses } from '../platform/http/limits/usual-addresses.ts'
import { createProfileLookup } from '../profiles/profile-lookup.ts'
import { createRecorder, type Recorder } from '../taps/recorder.ts'
import { recurring, type Job } from '../kernel/jobs.ts'
import { createAccountFinder } from '../accounts/find-account.ts'
import { createReports } from '../analytics/report/reports.ts'
import { withChanges } from '../platform/settings/rate-limits-setting.ts'
import { createReminderTokens } from '../kernel/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '../kernel/keys/subscription-ids.ts'
import { createCredentials } from '../accounts/logins/credentials.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { createSessionsToFetch } from '../accounts/logins/sessions-to-fetch.ts'
import { createRateCounters } from '../platform/http/limits/rate-counters.ts'
import { findJpeg } from '../media/stored-images.ts'
import { createCodeSeals } from '../codes/issue-code.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { createVisitorKeys, type VisitorKeys } from '../kernel/keys/visitor-keys.ts'
import { openBuilds } from './backend/build-orders.ts'
import { openParked } from './backend/open-parked.ts'
import type { Ctx } from '../platform/ctx.ts'
import { openImages } from './open-images.ts'

const SWEEP_EVERY_MS = 600_000
const PENDING_MS_MAX = 2_000

/** Needs of calls besides the product's running parts. */
export function callParts(ctx: Ctx) {
  const { settings, backend, besideDatabase, metrics, tuning } = ctx
  const { publicUrl } = settings
  const reports = createReports()
  ctx.onStop(reports.stop)
  return {
    ...ctx,
    ...backend,
    ...besideDatabase,
    db: backend.reader,
    heavyReads: createHeavyReads(backend.heavy, backend.monotonicMs),
    parked: openParked(backend),
    builds: openBuilds(backend),
    reports,
    ...openLimits(ctx),
    ...openExternalLogin(ctx),
    accountIds: backend.names.account,
    findAccountId: createAccountFinder(backend),
    credentials: createCredentials(backend.app, backend.now),
    codeSeals: createCodeSeals(backend.idKeys, randomBytes),
    below: (n: number) => randomInt(n),
    hashing: createHashingQueue(tuning?.hashesWaitingMax),
    answerTime: tuning?.answerTime ?? answerAfterQueueing,
    addressOf: createAddressOf(settings.trustProxy),
    profiles: createProfileLookup({ ...backend, db: backend.reader, freshMs: tuning?.pageFreshMs }),
    images: openImages(ctx),
    photoOf: findJpeg(backend.storedImages),
    reminderTimes: settings.reminders.times,
    reminderTokens: createReminderTokens(backend.idKeys),
    subscriptionIds: createSubscriptionIds(backend.idKeys),
    mailReportsSecret: settings.mailReportsSecret,
    recordReading: createRecordReading(backend),
    registry: metrics.registry,
    mayMonitor: createMonitorCheck(settings.monitorToken),
    publicUrl,
    ownHost: new URL(publicUrl).host,
    securityContact: settings.securityContact,
    privacy: { ...settings.retention, ...settings.party },
  }
}

export function openSessionsOf({ backend, secrets, log, jobs }: Ctx) {
  const { app: db, store, now, newId } = backend
  const openSessions = createOpenSessions(db, now)
  jobs.work(recurring('sweep-sessions', SWEEP_EVERY_MS, openSessions.removeExpired))
  const accessControl = createAccessControl({
    store,
    now,
    newId,
    sessions: openSessions,
    secret: secrets.jwt,
    onTrouble: (error) => log.warn({ err: error }, 'the last use of a session could not be written'),
  })
  return { accessControl, openSessions }
}

export function openRecorder({ metrics, log, say, onStop }: Ctx): Recorder {
  const recorder = createRecorder({
    onPending: (pending) => metrics.pendingFacts.set(pending),
    onDropped: () => metrics.droppedFacts.inc(),
    onLost: (error) => log.warn({ err: error }, 'a pending tap could not be recorded'),
  })
  onStop(async () => {
    const lost = await recorder.stop(PENDING_MS_MAX)
    if (lost > 0) say(`${lost} toques no alcanzaron a guardarse.`)
  })
  return recorder
}

function openLimits(ctx: Ctx) {
  const { settings, backend, jobs } = ctx
  const { app, keys, idKeys, now, monotonicMs, newId } = backend
  const { keyOfToday } = openVisitorKeys(ctx)
  const counters = createRateCounters(app, now)
  const usualAddresses = createUsualAddresses(counters, keys)
  jobs.work(recurring('sweep-limits', SWEEP_EVERY_MS, () => counters.forgetOld()))
  const limits = createCallLimits(withChanges(settings.rateLimits), {
    counters,
    keyOfToday,
    usualAddresses,
    now,
    monotonicMs,
  })
  const keyedIds = createKeyedIds(idKeys.of('ids-of-calls'), newId)
  return { limits, keyedIds, usualAddresses, counters, keyOfToday }
}

const openExternalLogin = ({ backend: { app: db, now } }: Ctx) => ({
  sessionsToFetch: createSessionsToFetch({ db, random: randomBytes, now }),
})

const REWRAP_EVERY_MS = 3_600_000
/** At most once a day, because wrapping all keys takes long. */
const AGE_MS_MIN = RETENTION.copiesHours * 3_600_000

/** Wraps keys anew after some were destroyed, and completes what was interrupted. */
export function openRewrap({ backend: { rewrap }, log, jobs }: Ctx): void {
  const work = async ({ assertHeld }: Job): Promise<void> => {
    const done = await rewrap.ifDue(AGE_MS_MIN, assertHeld)
    if (done.rewrapped > 0) log.info(done, 'keys were wrapped anew')
  }
  jobs.work(recurring('rewrap', REWRAP_EVERY_MS, work))
}

const FORGET_EVERY_MS = 3_600_000

/** Makes one key a day, and destroys old salts every hour. */
function openVisitorKeys({ backend, secrets, jobs }: Ctx): VisitorKeys {
  const { app: db, now } = backend
  const keys = createVisitorKeys({ db, secret: secrets.visitor, random: randomBytes, now })
  jobs.work(recurring('forget-visitor-salts', FORGET_EVERY_MS, keys.forgetOld))
  return keys
}
