import type { Ctx, Module } from '../platform/ctx.ts'
import { authRoutes } from './auth-routes.ts'
import { emailReaction, createEmailLetters } from './change-email.ts'
import { externalRoutes } from './external-routes.ts'
import { REACTIONS } from './reactions.ts'
import { createResetLetters } from './reset-link.ts'
import { userRoutes } from './user-routes.ts'

export const accounts = (ctx: Ctx): Module => ({
  routers: [authRoutes(ctx), externalRoutes(ctx), userRoutes(ctx)],
  reactions: REACTIONS,
  claims: [emailReaction(ctx.requestMail)],
  letters: { 'password-reset': createResetLetters(ctx), ...createEmailLetters(ctx) },
})
