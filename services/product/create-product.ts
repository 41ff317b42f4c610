import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import { createLiveHub, type LiveHub } from '../analytics/live/live-hub.ts'
import type { Recorder } from '../taps/recorder.ts'
import { erasureRequestReaction } from '../privacy/rights/requests.ts'
import type { Part } from '../platform/settings/setting-forms.ts'
import type { Ctx } from '../platform/ctx.ts'
import { followLog } from './follow-log.ts'
import { callParts, openRecorder, openSessionsOf, openRewrap } from './open-calls.ts'
import { openErasures } from './open-erasures.ts'
import { openRelay } from './open-kafka.ts'
import { openMails } from './open-mailer.ts'
import { openMailbox, openReactions, openRetention } from './open-reactions.ts'
import { openRecord } from './open-record.ts'
import { openReminders } from './open-reminders.ts'
import { announceParts } from './process-parts.ts'
import { readinessOf } from './readiness.ts'

export interface RunningProduct extends Pick<Ctx, 'waitFor' | 'statusOfModels'> {
  readonly answer: RequestListener
  readonly live: LiveHub
  readonly recorder: Recorder
}

/** The only place that wires the product's parts over a backend. */
export function createProduct(ctx: Ctx): RunningProduct {
  const { waitFor, statusOfModels } = ctx
  const serves = (part: Part): boolean => ctx.settings.serves.includes(part)
  const sessions = openSessionsOf(ctx)
  announceParts(ctx)
  const live = openLive(ctx, sessions)
  if (serves('projections')) followLog(ctx)
  const relay = serves('relay') && ctx.kafka !== undefined ? openRelay(ctx, ctx.kafka) : undefined
  const erasures = openErasures(ctx)
  const mails = openMails(ctx)
  const mailbox = openMailbox(ctx, erasures)
  if (serves('api')) {
    const reactions = [...erasures.reactions, erasureRequestReaction, mailbox.reaction, mails.quotationMails]
    openReactions(ctx, reactions, mails.requestMail)
    openRetention(ctx)
    openRewrap(ctx)
  }
  const recorder = openRecorder(ctx)
  const record = openRecord(ctx, mails.requestMail)
  const reminders = openReminders({ ...ctx, mailer: mails.mailer })
  const answer = createApp({
    ...callParts(ctx),
    ...sessions,
    ...erasures,
    ...mails,
    mailbox: mailbox.calls,
    live,
    recorder,
    record,
    readiness: () => readinessOf(ctx, { reminders, relay }),
  })
  return { answer: serves('api') ? answer : statusOnly(answer), waitFor, statusOfModels, live, recorder }
}

/** The live streams of this process, which need no personal data of the log. */
function openLive(
  { backend, log, onStop, tuning }: Ctx,
  { openSessions }: ReturnType<typeof openSessionsOf>,
): LiveHub {
  const live = createLiveHub({
    db: backend.reader,
    openSessions,
    now: backend.now,
    ...tuning?.live,
    onTrouble: (error) => log.warn({ err: error }, 'live streams get no news'),
  })
  onStop(live.stop)
  return live
}

/** A process without the api answers those who watch over it, and nobody else. */
const STATUS_PATH = /^\/(?:healthz|readyz|metrics)(?:\?|$)/
const statusOnly =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (STATUS_PATH.test(request.url ?? '')) answer(request, response)
    else response.writeHead(404).end()
  }
