import { createHash } from 'node:crypto'
import { Router, type Request, type Response } from 'express'
import { getPreviewPicture, getQrPng, getQrSvg } from '@app/contracts/api/public-calls.ts'
import { isKnownTag } from '../http/compression/send-body.ts'
import { networkBlockOf } from '../http/client-address.ts'
import { fileRoute } from '../http/route.ts'
import { createPreviewPictures } from './preview-pictures.ts'
import { createQrCodes } from './qr-code.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

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
