import type { Ctx, Module } from '../platform/ctx.ts'
import { dataRoutes } from './routes.ts'

export const data = (ctx: Ctx): Module => ({ routers: [dataRoutes(ctx)] })
