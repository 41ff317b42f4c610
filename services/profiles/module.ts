import type { Ctx, Module } from '../platform/ctx.ts'
import { shred } from '../privacy/erasures/shred.ts'
import { slugReaction } from './change-slug.ts'
import { profileAdminRoutes } from './profile-admin-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { imageRoutes } from './image-routes.ts'

export const profiles = (ctx: Ctx): Module => ({
  routers: [profileRoutes(ctx), profileAdminRoutes(ctx), imageRoutes(ctx)],
  claims: [slugReaction({ shred: (subject, actor) => shred(ctx.erasing, subject, actor) })],
})
