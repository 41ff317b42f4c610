import type { RequestListener } from 'node:http'
import type { Router } from 'express'
import { accounts } from '../accounts/module.ts'
import { analyticsRoutes } from '../analytics/analytics-routes.ts'
import { liveRoutes } from '../analytics/live/live-stream.ts'
import { historyRoutes } from '../audit/history-routes.ts'
import { pastRoutes } from '../audit/past-routes.ts'
import { codeAdminRoutes } from '../codes/code-admin-routes.ts'
import { dataRoutes } from '../data/routes.ts'
import { evenFrozen } from '../kernel/codec.ts'
import { startReactions } from '../kernel/reaction.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { mailWorker, type MailOutcome, countWaiting, type Letters } from '../platform/mail/waiting-mail.ts'
import { measure } from '../platform/observability/metrics.ts'
import { healthRoutes, statusOnly } from '../platform/served/health-routes.ts'
import type { Part } from '../platform/settings/setting-forms.ts'
import { privacy } from '../privacy/module.ts'
import { profiles } from '../profiles/module.ts'
import { quotations } from '../quotations/routes.ts'
import { record } from '../record/record-routes.ts'
import { signLog } from '../record/sign-log.ts'
import { openReminders, reminders } from '../reminders/open-reminders.ts'
import { pageRoutes } from '../taps/page-routes.ts'
import { publicRoutes } from '../taps/public-routes.ts'
import { sharingRoutes } from '../taps/sharing-routes.ts'
import { createApp } from './app.ts'
import { openRelay, feedFromKafka } from './open-kafka.ts'
import { readinessOf } from './readiness.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { followBuilds } from '../kernel/models/follow-builds.ts'

const ofRoutes =
  (...routes: readonly ((ctx: Ctx) => Router)[]) =>
  (ctx: Ctx): Module => ({ routers: routes.map((route) => route(ctx)) })

/** In the order in which a call finds its route: visitors come first. */
const MODULES: readonly ((ctx: Ctx) => Module)[] = [
  ofRoutes(publicRoutes, pageRoutes, sharingRoutes),
  privacy,
  accounts,
  profiles,
  ofRoutes(pastRoutes, historyRoutes),
  quotations,
  reminders,
  ofRoutes(codeAdminRoutes, dataRoutes, analyticsRoutes, liveRoutes),
  record,
]

const modulesOf = (ctx: Ctx): readonly Module[] => MODULES.map((module) => module(ctx))

export const routersOf = (ctx: Ctx): readonly Router[] =>
  modulesOf(ctx).flatMap(({ routers = [] }) => routers)

export function createProduct(ctx: Ctx): RequestListener {
  const serves = (part: Part): boolean => ctx.settings.serves.includes(part)
  const modules = modulesOf(ctx)
  if (serves('projections')) followLog(ctx)
  const relay = serves('relay') && ctx.kafka !== undefined ? openRelay(ctx, ctx.kafka) : undefined
  for (const worker of modules.flatMap(({ workers = [] }) => workers)) ctx.jobs.work(worker)
  sendMails(ctx, Object.assign({}, ...modules.map(({ letters }) => letters)) as Letters)
  if (serves('api')) {
    react(ctx, modules)
    signLog(ctx)
  }
  const isReminding = openReminders(ctx)
  const health = healthRoutes(ctx, () => readinessOf(ctx, { reminders: isReminding, relay }))
  const answer = createApp(ctx, [health, ...modules.flatMap(({ routers = [] }) => routers)])
  return serves('api') ? answer : statusOnly(answer)
}

function react(ctx: Ctx, modules: readonly Module[]): void {
  const { projector: db, store, log, tuning } = ctx
  const onTrouble = (reaction: string, error: Error): void =>
    log.warn({ reaction, err: error }, 'reaction trouble')
  const graceMs = tuning?.reactionGraceMs
  const following = { ...ctx, db, onTrouble, ...(graceMs === undefined ? {} : { graceMs }) }
  const all = modules.flatMap(({ reactions = [] }) => reactions)
  const claims = modules.flatMap((module) => module.claims ?? [])
  ctx.onStop(startReactions(following, all).stop)
  ctx.onStop(startReactions({ ...following, store: evenFrozen(store) }, claims).stop)
}

function sendMails({ mailer, keys, reader, jobs, metrics, log }: Ctx, letters: Letters): void {
  measure(metrics.registry, 'mail_queued', 'Mails that wait to be sent', () => countWaiting(reader))
  const onOutcome = (outcome: MailOutcome): void => {
    metrics.mails[outcome.kind].inc()
    if (outcome.kind === 'given-up') log.error(outcome, 'mail given up')
    if (outcome.kind === 'dropped' && outcome.code !== undefined) log.warn(outcome, 'mail dropped')
    if (outcome.kind === 'retried') log.warn(outcome, 'mail retried')
  }
  jobs.work(mailWorker({ mailer, keys, letters, onOutcome }))
}

function followLog(ctx: Ctx): void {
  const { projector: db, sealed, kafka, settings, metrics, log: logger, onStop } = ctx
  const log = settings.eventFeed === 'kafka' ? feedFromKafka(ctx, kafka!) : sealed
  const onTrouble = (projection: string, error: unknown): void =>
    logger.error({ projection, err: error }, 'projection trouble')
  const onBatch = (projection: string, batch: { readonly events: number; readonly parked: number }): void => {
    metrics.projectedEvents.inc({ projection }, batch.events)
    metrics.parkedEvents.inc({ projection }, batch.parked)
  }
  onStop(followBuilds({ ...ctx, db, log, onTrouble, onBatch }, PROJECTIONS).stop)
}
