import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { recurring, type Worker } from '../kernel/jobs.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { retentionWorker } from './erasures/retention.ts'
import { exportRoutes } from './export-routes.ts'
import { blockReaction } from './rights/block-subject.ts'
import { mailboxRequestReaction } from './rights/mailbox-acts.ts'
import { mailboxRoutes } from './rights/mailbox-routes.ts'
import { myDataRoutes } from './rights/my-data-routes.ts'
import { requestRoutes } from './rights/request-routes.ts'
import { erasureRequestReaction } from './rights/requests.ts'
import { createRightsLetters } from './rights/rights-links.ts'

export const privacy = (ctx: Ctx): Module => ({
  routers: [myDataRoutes(ctx), exportRoutes(ctx), requestRoutes(ctx), mailboxRoutes(ctx)],
  reactions: [
    ...ctx.erasureReactions,
    erasureRequestReaction,
    blockReaction(ctx.erasing),
    mailboxRequestReaction({ ...ctx.erasing, eraseOwn: ctx.eraseOwn }),
  ],
  letters: { 'rights-link': createRightsLetters(ctx) },
  workers: ctx.settings.serves.includes('api')
    ? [retentionWorker({ ...ctx, periods: ctx.privacy }), rewrapWorker(ctx)]
    : [],
})

const REWRAP_EVERY_MS = 3_600_000
/** At most once a day, because wrapping all keys takes long. */
const AGE_MS_MIN = RETENTION.copiesHours * 3_600_000

const rewrapWorker = ({ rewrap, log }: Ctx): Worker =>
  recurring('rewrap', REWRAP_EVERY_MS, async ({ assertHeld }) => {
    const done = await rewrap.ifDue(AGE_MS_MIN, assertHeld)
    if (done.rewrapped > 0) log.info(done, 'keys were wrapped anew')
  })
