import type { Ctx, Module } from '../platform/ctx.ts'
import { createQuotationLetters, quotationMailReaction } from './mails.ts'
import { quotationRoutes } from './routes.ts'

export const quotations = (ctx: Ctx): Module => ({
  routers: [quotationRoutes(ctx)],
  reactions: [quotationMailReaction(ctx)],
  letters: createQuotationLetters(ctx),
})
