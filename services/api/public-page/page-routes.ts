import { Router, type Request, type Response } from 'express'
import type { PublicProfile } from '@app/contracts/api/public.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/events/interaction.ts'
import type { PublicPageRenderer, RenderedPage } from '@app/contracts/public-page.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { envelop } from '@app/event-store/handle.ts'
import { contentSecurityPolicy } from '../http/security.ts'
import { previewAppOf } from './previews.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'
import type { RateLimiter } from '../http/limits/rate-limiter.ts'
import type { Recorder } from './recorder.ts'
import type { TrafficDeps } from './traffic-commands.ts'
import { requestFactsOf } from './visitor-request.ts'

export interface PageDeps extends Pick<TrafficDeps, 'store' | 'now' | 'newId' | 'addressOf'> {
  readonly limiter: RateLimiter
  readonly profiles: ProfileLookup
  readonly recorder: Recorder
  readonly renderer: PublicPageRenderer
  readonly publicUrl: string
}

function send(response: Response, page: RenderedPage): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy(page.styleHashes))
  response.setHeader('Cache-Control', 'no-cache')
  response.type('html').send(page.html)
}

/** Serving the page is never a visit; a messaging app's request for a preview is recorded as such. */
function keepPreview(deps: PageDeps, request: Request, profileId: string): void {
  const facts = requestFactsOf(request)
  const app = previewAppOf(facts.userAgent)
  if (app === undefined) return
  const id = deps.newId()
  const event: DomainEvent = { type: 'PagePreviewed', data: { profileId, app, ...facts } }
  const cause = {
    actor: { kind: 'system', id: 'preview' },
    occurredAt: deps.now().toISOString(),
    correlationId: id,
  } as const
  const attempt = async (): Promise<void> => {
    await deps.store.append(interactionStream(id), 'noStream', [envelop(event, id, cause)])
  }
  // A preview must not delay or fail the page.
  deps.recorder.record(attempt).catch(() => undefined)
}

/** A page that does not exist takes an `unknown` token, so that enumeration is useless. */
async function profileOfPage(
  { limiter, addressOf, profiles }: PageDeps,
  request: Request<{ slug: string }>,
  response: Response,
): Promise<PublicProfile> {
  const { slug } = request.params
  const asked = { address: addressOf(request), account: undefined, profile: slug, isPage: true } as const
  const lease = await limiter.take({ limit: 'traffic', ...asked }, response)
  try {
    const { profile } = await profiles.bySlug(slug)
    await lease.succeeded()
    return profile
  } catch (error) {
    await lease.failed(error)
    throw error
  }
}

export function pageRoutes(deps: PageDeps): Router {
  const router = Router()
  const place = { publicUrl: deps.publicUrl }
  // Rendered once, because enumeration of slugs asks for it often.
  let notFound: RenderedPage | undefined
  router.get('/pages/:slug', async (request, response) => {
    try {
      const profile = await profileOfPage(deps, request, response)
      if (profile.slug !== request.params.slug) {
        const query = /\?.*$/.exec(request.originalUrl)?.[0] ?? ''
        response.redirect(308, `/pages/${profile.slug}${query}`)
        return
      }
      keepPreview(deps, request, profile.id)
      send(response, deps.renderer.profile(profile, place))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'too-many') return sayLater(response, error)
      response.status(404)
      notFound ??= deps.renderer.notFound(place)
      send(response, notFound)
    }
  })
  return router
}

function sayLater(response: Response, { message, retryAfterSeconds }: Refusal): void {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  response.status(429).type('text/plain').send(message)
}
