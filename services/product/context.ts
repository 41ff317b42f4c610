import { randomBytes, randomInt } from 'node:crypto'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { createAccountFinder } from '../accounts/find-account.ts'
import { createCredentials, createSessionsToFetch } from '../accounts/credentials.ts'
import { createLiveHub } from '../analytics/live/live-hub.ts'
import { createReports } from '../analytics/report/reports.ts'
import { createRecordReading, createShownRecorder } from '../audit/hourly-audit.ts'
import { createCodeSeals } from '../codes/code-admin-routes.ts'
import { recurring, startJobs, type Jobs } from '../kernel/jobs.ts'
import { createPictureRefs, createSubscriptionIds, createVisitorKeys } from '../kernel/keys/keyed-ids.ts'
import { createReminderTokens } from '../kernel/keys/reminder-tokens.ts'
import { readStatus } from '../kernel/models/builds.ts'
import { startPolls } from '../kernel/wake.ts'
import { createWaitFor } from '../kernel/wait-for.ts'
import { createImages } from '../media/images.ts'
import type { Ctx, Parts } from '../platform/ctx.ts'
import { createAccessControl } from '../platform/http/access/access-control.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { createAddressOf } from '../platform/http/client-address.ts'
import { createKeyedIds } from '../platform/http/parse-call.ts'
import { createRateCounters, createUsualAddresses } from '../platform/http/rate-counters.ts'
import { createHashing, createCallLimits } from '../platform/http/limits.ts'
import { createHeavyReads } from '../platform/http/heavy-reads.ts'
import { createListExports } from '../platform/http/list-answers.ts'
import { createMonitorCheck } from '../platform/http/access/monitor-access.ts'
import { createRequestMail, answerAfterQueueing } from '../platform/mail/waiting-mail.ts'
import { erasingOf } from '../privacy/erasures/shred.ts'
import { openErasures } from '../privacy/erasures/open-erasures.ts'
import { createProfileLookup } from '../profiles/profile-lookup.ts'
import { logKeyOf } from '../record/blocks.ts'
import { createRecorder } from '../taps/recorder.ts'
import { openBuilds } from '../data/build-orders.ts'
import { openParked } from '../data/parked-orders.ts'

const STOP_MS_MAX = 2_000
const SWEEP_EVERY_MS = 600_000
const FORGET_EVERY_MS = 3_600_000

type Own = Parts & { readonly db: Parts['app']; readonly random: Ctx['random'] }

const warning =
  ({ log }: Pick<Parts, 'log'>, what: string) =>
  (error: unknown): void =>
    log.warn({ err: error }, what)

export function contextOf(parts: Parts): Ctx {
  const { settings, secrets, tuning, reader, idKeys, now } = parts
  const own = { ...parts, db: parts.app, random: randomBytes }
  const work = openWork(parts)
  const calls = openCalls(own, work.jobs)
  const { accessControl, openSessions } = calls
  const ids = createSubscriptionIds(idKeys)
  const erasing = erasingOf(parts, tuning?.erasurePause)
  return {
    ...own,
    ...work,
    ...calls,
    ...openErasures(erasing, parts.log),
    erasing,
    db: reader,
    below: (n) => randomInt(n),
    exports: createListExports({ ...parts, accessControl }),
    accountIds: parts.names.account,
    findAccountId: createAccountFinder(parts),
    credentials: createCredentials(own.db, now),
    sessionsToFetch: createSessionsToFetch(own),
    codeSeals: createCodeSeals(idKeys, randomBytes),
    profiles: createProfileLookup({ ...parts, db: reader, freshMs: tuning?.pageFreshMs }),
    images: openImages(parts),
    photoOf: async (ref) => (await parts.storedImages.find(ref, 'square'))?.bytes,
    recorder: openRecorder(parts),
    live: openLive(parts, openSessions),
    requestMail: createRequestMail({ ...own, wake: work.jobs.wake }),
    ids,
    tokens: createReminderTokens(idKeys),
    times: settings.reminders.times,
    recordReading: createRecordReading(parts),
    recordShown: createShownRecorder(parts),
    record: { db: reader, log: parts.sealed, key: logKeyOf(secrets.seal) },
    privacy: { ...settings.retention, ...settings.party },
    links: erasing.links,
  }
}

function openWork(parts: Parts) {
  const { reader: db, sealed: log, now, monotonicMs, onStop } = parts
  const onTrouble = (job: string, error: unknown): void =>
    parts.log.warn({ job, err: error }, 'a job failed; it is tried again')
  const jobs = startJobs({ db: parts.jobPool, now, monotonicMs, onTrouble })
  onStop(() => jobs.stop(STOP_MS_MAX))
  const polls = startPolls({ db: parts.projector, log })
  onStop(polls.stop)
  const reports = createReports()
  onStop(reports.stop)
  return {
    jobs,
    polls,
    reports,
    waitFor: createWaitFor({ db, log }, PROJECTIONS),
    statusOfModels: () => readStatus({ db, log, now }, PROJECTIONS),
    heavyReads: createHeavyReads(parts.heavy),
    builds: openBuilds(parts),
    parked: openParked(parts),
  }
}

function openCalls(own: Own, jobs: Jobs) {
  const { settings, secrets, tuning, db, keys, idKeys, now } = own
  const { publicUrl } = settings
  const openSessions = createOpenSessions(db, now)
  const { keyOfToday, forgetOld } = createVisitorKeys({ ...own, secret: secrets.visitor })
  const counters = createRateCounters(db, now)
  const usualAddresses = createUsualAddresses(counters, keys)
  const counting = { ...own, counters, keyOfToday, usualAddresses }
  jobs.work(recurring('sweep-sessions', SWEEP_EVERY_MS, openSessions.removeExpired))
  jobs.work(recurring('sweep-limits', SWEEP_EVERY_MS, counters.forgetOld))
  jobs.work(recurring('forget-visitor-salts', FORGET_EVERY_MS, forgetOld))
  const onTrouble = warning(own, 'the last use of a session could not be written')
  return {
    publicUrl,
    ownHost: new URL(publicUrl).host,
    addressOf: createAddressOf(settings.trustProxy),
    openSessions,
    accessControl: createAccessControl({ ...own, sessions: openSessions, secret: secrets.jwt, onTrouble }),
    keyedIds: createKeyedIds(idKeys.of('ids-of-calls'), own.newId),
    limits: createCallLimits(settings.rateLimits, counting),
    counters,
    keyOfToday,
    usualAddresses,
    hashing: createHashing(),
    answerTime: tuning?.answerTime ?? answerAfterQueueing,
    mayMonitor: createMonitorCheck(settings.monitorToken),
  }
}

function openLive(parts: Parts, openSessions: Ctx['openSessions']): Ctx['live'] {
  const { reader: db, now, tuning, onStop } = parts
  const onTrouble = warning(parts, 'live streams get no news')
  const live = createLiveHub({ db, openSessions, now, ...tuning?.live, onTrouble })
  onStop(live.stop)
  return live
}

/** Names of pictures are keyed: nobody can try whether one is stored. */
function openImages({ idKeys, log, tuning }: Parts): Ctx['images'] {
  const { render, draw } = createImages({
    program: tuning?.imageProgram,
    onDeath: (error) => log.warn({ err: error }, 'the process that decodes pictures died'),
  })
  const refOf = createPictureRefs(idKeys)
  const rendered: typeof render = async (bytes, kind) => {
    const image = await render(bytes, kind)
    return { ...image, ref: refOf(image.ref) }
  }
  return { render: rendered, draw }
}

function openRecorder({ metrics, log, say, onStop }: Parts): Ctx['recorder'] {
  const recorder = createRecorder({
    onLost: (error) => {
      metrics.droppedFacts.inc()
      log.warn({ err: error }, 'a delivery or preview could not be recorded')
    },
  })
  onStop(async () => {
    const lost = await recorder.stop(STOP_MS_MAX)
    if (lost > 0) say(`${lost} descargas no alcanzaron a guardarse.`)
  })
  return recorder
}
