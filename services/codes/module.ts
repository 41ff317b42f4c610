import type { Ctx, Module } from '../platform/ctx.ts'
import { codeAdminRoutes } from './code-admin-routes.ts'

export const codes = (ctx: Ctx): Module => ({ routers: [codeAdminRoutes(ctx)] })
