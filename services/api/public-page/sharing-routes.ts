import { createHash } from 'node:crypto'
import { Router, type Request, type Response } from 'express'
import { getPreviewPicture, getQrPng, getQrSvg } from '@app/contracts/api/public-calls.ts'
import { isKnownTag } from '../http/compression/send-body.ts'
import { networkBlockOf } from '../http/client-address.ts'
import { fileRoute } from '../http/route.ts'
import { createPreviewPictures } from './preview-pictures.ts'
import { LRUCache } from 'lru-cache'
import qrcode from 'qrcode'
import { qrPngOf } from './qr-png.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

type QrFormat = 'svg' | 'png'

interface QrCodes {
  of(slug: string, format: QrFormat): Promise<Buffer>
}

/** Modules of paper around the code, and a quarter of it that may be damaged: for print. */
const LOOK = { errorCorrectionLevel: 'Q', margin: 4 } as const
const SIDE = 1_024
const KEPT_MAX = 500

/** The address that the code of a profile holds. */
const qrAddress = (publicUrl: string, slug: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/pages/${encodeURIComponent(slug)}?s=qr`

function createQrCodes(publicUrl: string): QrCodes {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX })
  return {
    of: (slug, format) => {
      const key = `${format} ${slug}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = draw(qrAddress(publicUrl, slug), format)
      kept.set(key, made)
      return made
    },
  }
}

async function draw(address: string, format: QrFormat): Promise<Buffer> {
  if (format === 'svg')
    return Buffer.from(await qrcode.toString(address, { ...LOOK, width: SIDE, type: 'svg' }))
  const { modules } = qrcode.create(address, LOOK)
  const isDark = (row: number, column: number): boolean => modules.get(row, column) === 1
  return qrPngOf({ size: modules.size, isDark }, { side: SIDE, paper: LOOK.margin })
}

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
  readonly tag: string
  /** Not called for a caller that has it. */
  readonly bytes: () => Promise<Buffer>
}

async function send(request: Request, response: Response, { type, tag, bytes }: Picture): Promise<void> {
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
export function sharingRoutes(deps: PublicPageDeps): Router {
  const router = Router()
  const { profiles, renderer } = deps
  const codes = createQrCodes(deps.publicUrl)
  const previews = createPreviewPictures(deps)

  for (const [call, format, type] of [
    [getQrSvg, 'svg', 'image/svg+xml'],
    [getQrPng, 'png', 'image/png'],
  ] as const) {
    fileRoute(router, deps, call, async ({ params, request, response }) => {
      const { profile } = await profiles.bySlug(params.slug)
      const code = await codes.of(profile.slug, format)
      await send(request, response, { type, tag: tagOf(code), bytes: async () => code })
    })
  }

  fileRoute(router, deps, getPreviewPicture, async ({ params, request, response }) => {
    const { profile } = await profiles.bySlug(params.slug)
    const card = renderer.previewCard(profile)
    const bytes = () => previews.of(card, networkBlockOf(deps.addressOf(request)))
    await send(request, response, { type: 'image/jpeg', tag: `"${card.version}"`, bytes })
  })
  return router
}

const TAG_DIGITS = 32
const tagOf = (content: Buffer): string =>
  `"${createHash('sha256').update(content).digest('hex').slice(0, TAG_DIGITS)}"`
