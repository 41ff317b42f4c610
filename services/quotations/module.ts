import type { Ctx, Module } from '../platform/ctx.ts'
import { quotationAdminRoutes } from './quotation-admin-routes.ts'
import { createQuotationLetters, quotationMailReaction } from './quotation-mails.ts'
import { quotationRoutes } from './quotation-routes.ts'

export const quotations = (ctx: Ctx): Module => ({
  routers: [quotationRoutes(ctx), quotationAdminRoutes(ctx)],
  reactions: [quotationMailReaction(ctx)],
  letters: createQuotationLetters(ctx),
})
