import type { Ctx, Module } from '../platform/ctx.ts'
import { analyticsRoutes } from './analytics-routes.ts'
import { liveRoutes } from './live/live-stream.ts'

export const analytics = (ctx: Ctx): Module => ({ routers: [analyticsRoutes(ctx), liveRoutes(ctx)] })
