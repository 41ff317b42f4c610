import type { Ctx, Module } from '../platform/ctx.ts'
import { conversionReaction, deletionReaction } from './ending-reactions.ts'
import { reminderLinkRoutes } from './link-routes.ts'
import { mailReportRoutes } from './report-bounce.ts'
import { reminderAdminRoutes } from './reminder-admin-routes.ts'
import { subscribeRoutes } from './subscribe-routes.ts'

export const reminders = (ctx: Ctx): Module => ({
  routers: [subscribeRoutes(ctx), reminderLinkRoutes(ctx), mailReportRoutes(ctx), reminderAdminRoutes(ctx)],
  reactions: [conversionReaction(ctx), deletionReaction(ctx)],
})
