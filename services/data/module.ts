import type { Ctx, Module } from '../platform/ctx.ts'
import { buildRoutes } from './build-routes.ts'

export const data = (ctx: Ctx): Module => ({ routers: [buildRoutes(ctx)] })
