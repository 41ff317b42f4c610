import { Router, type Request, type Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'
import type { RenderedPage } from '@app/contracts/public-page.ts'
import { readyPage, sendReadyPage, type ReadyPage, NOT_KEPT, type Headers } from '../platform/http/send.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { runLimitedPage } from '../platform/http/limits.ts'
import { keepPreview } from './sharing-routes.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Some 500 profiles with a page each, plain and compressed. */
const KEPT_BYTES_MAX = 32_000_000

/** Keyed by all that a page shows, so that a changed profile never finds its old page, and an unchanged one is rendered once. */
export function createReadyPages(render: (profile: PublicProfile) => RenderedPage) {
  const pages = new LRUCache<string, ReadyPage, PublicProfile>({
    maxSize: KEPT_BYTES_MAX,
    // Two compressed copies together are smaller than the plain one.
    sizeCalculation: ({ body }, key) => 2 * (body.plain.length + key.length),
    memoMethod: (_key, _stale, { context }) => readyPage(render(context)),
  })
  return (profile: PublicProfile): ReadyPage => pages.memo(JSON.stringify(profile), { context: profile })
}

const ORDINARY: Headers = [['Cache-Control', 'no-cache']]

export function pageRoutes(deps: Ctx): Router {
  const router = Router()
  const { renderer, publicUrl, privacy } = deps
  const pageOf = createReadyPages((profile) => renderer.profile(profile, { publicUrl }))
  // Each rendered once: enumeration of slugs requests the first often.
  let notFoundPage: ReadyPage | undefined
  let privacyPage: ReadyPage | undefined

  router.get('/pages/:slug', async (request, response) => {
    const { slug } = request.params
    try {
      const { profile } = await runLimitedPage(deps, slug, response, () => deps.profiles.bySlug(slug))
      if (profile.slug !== slug) return redirectTo(profile.slug, request, response)
      keepPreview(deps, request, profile.id)
      sendReadyPage(response, pageOf(profile), ORDINARY)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'too-many') return sayLater(response, error)
      response.status(404)
      notFoundPage ??= readyPage(renderer.notFound({ publicUrl }))
      sendReadyPage(response, notFoundPage, ORDINARY)
    }
  })
  router.get(PRIVACY_LINK.path, (_request, response) => {
    privacyPage ??= readyPage(renderer.privacy(privacy, { publicUrl }))
    sendReadyPage(response, privacyPage, ORDINARY)
  })
  return router
}

function redirectTo(slug: string, { originalUrl }: Request, response: Response): void {
  const query = /\?.*$/.exec(originalUrl)?.[0] ?? ''
  response.setHeader(...NOT_KEPT)
  response.redirect(307, `/pages/${slug}${query}`)
}

export function sayLater(response: Response, { message, retryAfterSeconds }: Refusal): void {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  response.status(429).type('text/plain').send(message)
}
