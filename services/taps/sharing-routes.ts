import qrcode from 'qrcode'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Router, type Request, type Response } from 'express'
import { LRUCache } from 'lru-cache'
import { getPreviewPicture, getQr, getVcf } from '@app/contracts/sharing.ts'
import { postIdentify } from '@app/contracts/identify.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/taps.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { previewAppOf } from '@app/contracts/traffic/kinds.ts'
import { append, envelop } from '../kernel/commands.ts'
import { eventIdOf } from '../platform/http/parse-call.ts'
import { isKnownTag } from '../platform/http/send.ts'
import { networkBlockOf } from '../platform/http/client-address.ts'
import type { HeavyReads } from '../platform/http/heavy-reads.ts'
import { fileRoute, route, type CallContextOf } from '../platform/http/route.ts'
import { inputOfQuery, nameIn } from './public-routes.ts'
import { durable, prepareInteraction, type TrafficCall } from './traffic-commands.ts'
import { vcardFileName, vcardOf } from './vcard.ts'
import { objectsToCounting, requestFactsOf } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

/** For so long a cache may show pictures of a closed profile. */
const KEPT_SECONDS = 300
const HEADERS = {
  'Cache-Control': `public, max-age=${KEPT_SECONDS}`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  // Messengers and mails show it on other sites.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

interface Picture {
  readonly type: string
  readonly content: string
  readonly bytes: () => Promise<Buffer>
}

async function send(request: Request, response: Response, { type, content, bytes }: Picture): Promise<void> {
  const tag = `"${content}"`
  const body = isKnownTag(tag, request.headers['if-none-match']) ? undefined : await bytes()
  response.set({ ...HEADERS, ETag: tag })
  if (body === undefined) return void response.status(304).end()
  response.set('Content-Type', type).send(body)
}

export function sharingRoutes(deps: Ctx): Router {
  const router = Router()
  const { profiles, renderer, images } = deps
  const pictures = createDrawnPictures(deps.heavyReads)
  const drawn = (content: string, response: Response, draw: () => Promise<Buffer>): Promise<Buffer> =>
    pictures(content, { network: networkBlockOf(deps.addressOf(response.req)), response }, draw)

  fileRoute(router, deps, getVcf, async (context) => {
    const { params, query, request, response } = context
    const record = await profiles.bySlug(params.slug)
    const objects = query.o === '1' || objectsToCounting(request)
    const [status, photo] = await Promise.all([
      objects ? undefined : recordDownload(deps, record, context),
      query.foto === '0' || record.profile.profile_image === null
        ? undefined
        : deps.photoOf(record.profile.profile_image).catch(() => undefined),
    ])
    if (status !== undefined) response.setHeader('Tap-Status', status)
    response.setHeader('Content-Type', 'text/vcard; charset=utf-8')
    response.setHeader('Content-Disposition', vcardFileName(record.profile))
    response.setHeader('Accept-Ranges', 'none')
    response.send(vcardOf(record.profile, { publicUrl: deps.publicUrl, photo }))
  })

  fileRoute(router, deps, getQr, async ({ params, request, response }) => {
    const { profile } = await profiles.bySlug(params.slug)
    const address = qrAddress(deps.publicUrl, profile.slug)
    const content = contentOf(address)
    const draw = async () => images.draw({ svg: await qrSvg(address) })
    const picture =
      params.format === 'svg'
        ? { type: 'image/svg+xml', bytes: async () => Buffer.from(await qrSvg(address)) }
        : { type: 'image/png', bytes: () => drawn(content, response, draw) }
    await send(request, response, { content, ...picture })
  })

  fileRoute(router, deps, getPreviewPicture, async ({ params, request, response }) => {
    const { profile } = await profiles.bySlug(params.slug)
    const { version: content, ...card } = renderer.previewCard(profile)
    const draw = async () =>
      images.draw({ card, photo: card.photo === null ? undefined : await deps.photoOf(card.photo) })
    await send(request, response, {
      type: 'image/jpeg',
      content,
      bytes: () => drawn(content, response, draw),
    })
  })
  identifyRoute(router, deps)
  return router
}

function identifyRoute(router: Router, deps: Ctx): void {
  route(router, deps, postIdentify, async ({ params, body, request }) => {
    const record = await deps.profiles.byId(params.profileId)
    const eventId = eventIdOf(request, record.profile.id, body.event_id)
    const trafficCall = { request, record, input: body, eventId }
    const { full_name: fullName, phone, description } = body
    const words = { fullName, phone, description, consent: IDENTIFY_CONSENT }
    const identified = prepareInteraction(deps, trafficCall, (common) => ({
      type: 'VisitorIdentified',
      data: { ...words, ...common },
    }))
    return durable(identified)
  })
}

const qrAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/pages/${encodeURIComponent(slug)}?s=qr`

const CONTENT_DIGITS = 32
const contentOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, CONTENT_DIGITS)

/** 300 KB at most, and mostly 60. */
const KEPT_MAX = 60
/** Pictures of an erased profile disappear from memory, too. */
const KEPT_MS = 3_600_000

interface Requester {
  readonly network: string
  readonly response: ServerResponse
}

/** Drawn on request; concurrent requests for one content cause one drawing. */
export function createDrawnPictures(heavyReads: HeavyReads) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX, ttl: KEPT_MS })

  function drawn(content: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const made = draw()
    kept.set(content, made)
    made.catch(() => kept.delete(content))
    return made
  }

  /** @throws Refusal busy */
  return async (content: string, { network, response }: Requester, draw: () => Promise<Buffer>) =>
    kept.get(content) ?? heavyReads(network, response, () => kept.get(content) ?? drawn(content, draw))
}

const PAPER_MODULES = 4
const SIDE_PX = 1_024

/** A quarter of it may be damaged: for print. */
const qrSvg = (text: string): Promise<string> =>
  qrcode.toString(text, {
    type: 'svg',
    errorCorrectionLevel: 'Q',
    margin: PAPER_MODULES,
    width: SIDE_PX,
  })

async function recordDownload(
  deps: Ctx,
  record: TrafficCall['record'],
  { query, request }: CallContextOf<typeof getVcf>,
): Promise<string> {
  const trafficCall = { request, record, input: inputOfQuery(query, request), eventId: query.e }
  const fact = prepareInteraction(deps, trafficCall, (common) => ({
    type: 'ContactDownloaded',
    data: { visitorName: nameIn(query.visitor_name), ...common },
  }))
  const isAnnounced = query.a === '1' && query.e?.toLowerCase() === fact.eventId
  return isAnnounced ? deps.recorder.recordLater(fact.attempt) : deps.recorder.record(fact.attempt)
}

/** Serving the page is never a visit; a messaging app's request for a preview is recorded as such. */
export function keepPreview(
  deps: Ctx,
  request: Parameters<typeof requestFactsOf>[0],
  profileId: string,
): void {
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
