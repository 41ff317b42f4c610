import type { Ctx, Module } from '../platform/ctx.ts'
import { historyRoutes } from './history-routes.ts'
import { pastRoutes } from './past-routes.ts'

export const audit = (ctx: Ctx): Module => ({ routers: [pastRoutes(ctx), historyRoutes(ctx)] })
