import type { Ctx, Module } from '../platform/ctx.ts'
import { analyticsRoutes, liveRoutes } from './analytics-routes.ts'

export const analytics = (ctx: Ctx): Module => ({ routers: [analyticsRoutes(ctx), liveRoutes(ctx)] })
