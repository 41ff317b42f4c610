import type { Ctx, Module } from '../platform/ctx.ts'
import { quotationAdminRoutes } from './routes.ts'
import { createQuotationLetters, quotationMailReaction } from './mails.ts'
import { quotationRoutes } from './routes.ts'

export const quotations = (ctx: Ctx): Module => ({
  routers: [quotationRoutes(ctx), quotationAdminRoutes(ctx)],
  reactions: [quotationMailReaction(ctx)],
  letters: createQuotationLetters(ctx),
})
