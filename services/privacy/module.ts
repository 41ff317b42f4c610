import { rewrapWorker } from '../kernel/keys/rewrap.ts'
import type { Ctx, Module } from '../platform/ctx.ts'
import { retentionWorker } from './erasures/retention.ts'
import { exportRoutes } from './export-routes.ts'
import { blockReaction } from './rights/block-subject.ts'
import { mailboxRequestReaction } from './rights/finish-mailbox-request.ts'
import { mailboxRoutes } from './rights/mailbox-routes.ts'
import { myDataRoutes } from './rights/my-data-routes.ts'
import { requestRoutes } from './rights/request-routes.ts'
import { erasureRequestReaction } from './rights/request-commands.ts'
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
