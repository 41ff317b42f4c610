import { Router, type Request, type RequestHandler, type Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/taps.ts'
import { PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'
import type { RenderedPage } from '@app/contracts/public-page.ts'
import { previewAppOf } from '@app/contracts/traffic/kinds.ts'
import { append, envelop } from '../kernel/commands.ts'
import { readyPage, sendReadyPage, type ReadyPage, NOT_KEPT, type Headers } from '../platform/http/send.ts'
import { requestFactsOf } from './visitor-request.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { OwnedProfile } from '@app/projections/profiles/queries.ts'
import { runLimitedPage } from '../platform/http/limits.ts'
import { mendedAddress, servedAddress } from './mended-address.ts'
import type { Ctx } from '../platform/ctx.ts'

/** Serving the page is never a visit; a messaging app's request for a preview is recorded as such. */
function keepPreview(deps: Ctx, request: Parameters<typeof requestFactsOf>[0], profileId: string): void {
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
    await append(deps.store, interactionStream(id), 'noStream', [envelop(event, id, cause)])
  }
  // A preview must not delay or fail the page.
  deps.recorder.record(attempt).catch(() => undefined)
}

/** Some 500 profiles with a page each, plain and compressed. */
const KEPT_BYTES_MAX = 32_000_000

/** Keyed by all that a page shows, so that a changed profile never finds its old page, and an unchanged one is rendered once. */
export function createReadyPages(render: (profile: PublicProfile) => RenderedPage) {
  const pages = new LRUCache<string, ReadyPage>({
    maxSize: KEPT_BYTES_MAX,
    // Two compressed copies together are smaller than the plain one.
    sizeCalculation: ({ body }, key) => 2 * (body.plain.length + key.length),
  })
  return (profile: PublicProfile): ReadyPage => {
    const key = JSON.stringify(profile)
    const found = pages.get(key)
    if (found !== undefined) return found
    const page = readyPage(render(profile))
    pages.set(key, page)
    return page
  }
}

export function pageRoutes(deps: Ctx): Router {
  const router = Router()
  const ofProfile = pagesOfProfiles(deps)
  const { renderer, publicUrl } = deps
  const pageOf = createReadyPages((profile) => renderer.profile(profile, { publicUrl }))
  router.get(
    '/pages/:slug',
    ofProfile((record, request, response) => {
      if (redirectsToSlug(record, request, response)) return
      const { profile } = record
      keepPreview(deps, request, profile.id)
      sendReadyPage(response, pageOf(profile), ORDINARY)
    }),
  )
  privacyRoute(router, deps)
  return router
}

function privacyRoute(router: Router, { renderer, publicUrl, privacy }: Ctx): void {
  let page: ReadyPage | undefined
  router.get(PRIVACY_LINK.path, (_request, response) => {
    page ??= readyPage(renderer.privacy(privacy, { publicUrl }))
    sendReadyPage(response, page, ORDINARY)
  })
}

type OfSlug = Request<{ slug: string }>
type Serve = (record: OwnedProfile, request: OfSlug, response: Response) => Promise<void> | void

const recordOfPage = (deps: Ctx, request: OfSlug, response: Response): Promise<OwnedProfile> => {
  const { slug } = request.params
  return runLimitedPage(deps, slug, response, () => deps.profiles.bySlug(slug))
}

const ORDINARY: Headers = [['Cache-Control', 'no-cache']]

function pagesOfProfiles(deps: Ctx) {
  // Rendered once, because enumeration of slugs requests it often.
  let notFound: ReadyPage | undefined
  return (serve: Serve) =>
    async (request: OfSlug, response: Response): Promise<void> => {
      try {
        await serve(await recordOfPage(deps, request, response), request, response)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'too-many') return sayLater(response, error)
        response.status(404)
        notFound ??= readyPage(deps.renderer.notFound({ publicUrl: deps.publicUrl }))
        sendReadyPage(response, notFound, ORDINARY)
      }
    }
}

export function mendAddresses(deps: Ctx): RequestHandler {
  return async (request, response, next) => {
    request.url = servedAddress(request.url)
    const mended = ['GET', 'HEAD'].includes(request.method) ? mendedAddress(request.originalUrl) : undefined
    if (mended === undefined) return next()
    const { slug, address } = mended
    try {
      if (slug !== '') await runLimitedPage(deps, slug, response, () => deps.profiles.bySlug(slug))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // As its route refuses it: a page in words, a file as a call.
      return next()
    }
    response.setHeader(...NOT_KEPT)
    response.redirect(307, address)
  }
}

function redirectsToSlug({ profile }: OwnedProfile, request: OfSlug, response: Response): boolean {
  if (profile.slug === request.params.slug) return false
  const query = /\?.*$/.exec(request.originalUrl)?.[0] ?? ''
  response.setHeader(...NOT_KEPT)
  response.redirect(307, `/pages/${profile.slug}${query}`)
  return true
}

export function sayLater(response: Response, { message, retryAfterSeconds }: Refusal): void {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  response.status(429).type('text/plain').send(message)
}
