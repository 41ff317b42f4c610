import type { Ctx, Module } from '../platform/ctx.ts'
import { pageRoutes } from './page-routes.ts'
import { publicRoutes } from './public-routes.ts'
import { sharingRoutes } from './sharing-routes.ts'

export const taps = (ctx: Ctx): Module => ({
  routers: [publicRoutes(ctx), pageRoutes(ctx), sharingRoutes(ctx)],
})
