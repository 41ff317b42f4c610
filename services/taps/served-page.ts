import type { Request, RequestHandler, Response } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import type { OwnedProfile } from '@app/projections/profiles/queries.ts'
import { readyPage, sendReadyPage, type ReadyPage } from '../platform/http/send.ts'
import { runLimitedPage } from '../platform/http/limits/limited-call.ts'
import { NOT_KEPT, type Headers } from '../platform/http/security-headers.ts'
import { mendedAddress, servedAddress } from './mended-address.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

export type OfSlug = Request<{ slug: string }>
type Serve = (record: OwnedProfile, request: OfSlug, response: Response) => Promise<void> | void

const recordOfPage = (deps: PublicPageDeps, request: OfSlug, response: Response): Promise<OwnedProfile> => {
  const { slug } = request.params
  return runLimitedPage(deps, slug, response, () => deps.profiles.bySlug(slug))
}

export const ORDINARY: Headers = [['Cache-Control', 'no-cache']]

/** Serves pages of one profile, and the page for an unknown profile. */
export function pagesOfProfiles(deps: PublicPageDeps) {
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

/** Leads an address that lost its form on paper or in a chat to its card. */
export function mendAddresses(deps: PublicPageDeps): RequestHandler {
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

/** In the address after a redirect to a slug that was returned to. */
const LED = 'led'

/**
 * An earlier slug redirects to the profile's present one. A browser may cache a redirect away from a slug that was returned to:
 * the query then gets a word that no such redirect has. With that word the page is served at the requested
 * address, so that redirects end, even if another process still takes the former slug for the present one.
 */
export function redirectsToSlug(
  { profile, hasSlugComeBack }: OwnedProfile,
  request: OfSlug,
  response: Response,
): boolean {
  if (profile.slug === request.params.slug || request.query[LED] !== undefined) return false
  const query = /\?.*$/.exec(request.originalUrl)?.[0] ?? ''
  const mark = hasSlugComeBack ? `${query === '' ? '?' : '&'}${LED}=1` : ''
  response.setHeader(...NOT_KEPT)
  response.redirect(307, `/pages/${profile.slug}${query}${mark}`)
  return true
}

/** Refuses a page, as text. */
export function sayLater(response: Response, { message, retryAfterSeconds }: Refusal): void {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  response.status(429).type('text/plain').send(message)
}
