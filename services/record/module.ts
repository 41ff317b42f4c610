import type { Ctx, Module } from '../platform/ctx.ts'
import { createHeadLetters } from './head-mail.ts'
import { recordRoutes } from './record-routes.ts'

export const record = (ctx: Ctx): Module => ({
  routers: [recordRoutes(ctx)],
  letters: createHeadLetters(ctx),
})
