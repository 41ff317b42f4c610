import qrcode from 'qrcode'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Router, type Request, type Response } from 'express'
import { LRUCache } from 'lru-cache'
import { getPreviewPicture, getQr } from '@app/contracts/taps.ts'
import { isKnownTag } from '../platform/http/send.ts'
import { networkBlockOf } from '../platform/http/client-address.ts'
import type { HeavyReads } from '../platform/http/turns.ts'
import { fileRoute } from '../platform/http/route.ts'
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
  /** Names what the picture shows. */
  readonly content: string
  /** Not called for a caller that has it. */
  readonly bytes: () => Promise<Buffer>
}

async function send(request: Request, response: Response, { type, content, bytes }: Picture): Promise<void> {
  const tag = `"${content}"`
  if (isKnownTag(tag, request.headers['if-none-match'])) {
    response
      .set({ ...HEADERS, ETag: tag })
      .status(304)
      .end()
    return
  }
  const body = await bytes()
  response.set({ ...HEADERS, ETag: tag, 'Content-Type': type }).send(body)
}

/** The code of a public page, and its picture for messengers' previews. */
export function sharingRoutes(deps: Ctx): Router {
  const router = Router()
  const { profiles, renderer, images } = deps
  const pictures = createDrawnPictures(deps.heavyReads)
  const drawn = (content: string, response: Response, draw: () => Promise<Buffer>): Promise<Buffer> =>
    pictures(content, { network: networkBlockOf(deps.addressOf(response.req)), response }, draw)

  fileRoute(router, deps, getQr, async ({ params, request, response }) => {
    const { profile } = await profiles.bySlug(params.slug)
    const address = qrAddress(deps.publicUrl, profile.slug)
    const content = contentOf(address)
    const svg = () => qrSvg(address)
    const picture =
      params.format === 'svg'
        ? { type: 'image/svg+xml', bytes: async () => Buffer.from(svg()) }
        : { type: 'image/png', bytes: () => drawn(content, response, () => images.draw({ svg: svg() })) }
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
  return router
}

/** The address that the code of a profile holds. */
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

const PAPER = 4
const SIDE_PX = 1_024
/** To the right, down, left, up. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

type Modules = qrcode.QRCode['modules']

/** Edges of dark modules, each with its module on its right: `x y direction`. */
function edgesOf({ size, data }: Modules): Set<string> {
  const isDark = (x: number, y: number): boolean => x >= 0 && x < size && data[y * size + x] === 1
  const edges = new Set<string>()
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!isDark(x, y)) continue
      if (!isDark(x, y - 1)) edges.add(`${x} ${y} 0`)
      if (!isDark(x + 1, y)) edges.add(`${x + 1} ${y} 1`)
      if (!isDark(x, y + 1)) edges.add(`${x + 1} ${y + 1} 2`)
      if (!isDark(x - 1, y)) edges.add(`${x} ${y + 1} 3`)
    }
  return edges
}

/** Around each shape once, and around each hole the other way. Shapes that touch at a corner stay apart. */
function outlineOf(modules: Modules): string {
  const edges = edgesOf(modules)
  let path = ''
  for (const first of edges) {
    let [x = 0, y = 0, direction = 0] = first.split(' ').map(Number)
    path += `M${x + PAPER} ${y + PAPER}`
    for (let edge: string | undefined = first; edge !== undefined;) {
      edges.delete(edge)
      const [right, down] = STEPS[direction]!
      ;[x, y] = [x + right, y + down]
      const turns = [(direction + 1) % 4, direction, (direction + 3) % 4]
      const next = turns.find((turn) => edges.has(`${x} ${y} ${turn}`))
      if (next !== undefined && next !== direction) path += right === 0 ? `V${y + PAPER}` : `H${x + PAPER}`
      direction = next ?? direction
      edge = next === undefined ? undefined : `${x} ${y} ${next}`
    }
    path += 'z'
  }
  return path
}

/** A quarter of it may be damaged: for print. Filled outlines, because cutters follow lines. */
function qrSvg(text: string): string {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'Q' })
  const side = modules.size + 2 * PAPER
  const size = `width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 ${side} ${side}"`
  const paper = `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} shape-rendering="crispEdges">${paper}<path d="${outlineOf(modules)}"/></svg>`
}
