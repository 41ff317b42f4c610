import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { Assets } from './Head.tsx'
import { createPublicPageRenderer } from './render.tsx'

/** Defined by web/build-public-page.mjs. */
declare const PUBLIC_PAGE_ASSETS: Assets

export default function createBuiltRenderer(): PublicPageRenderer {
  return createPublicPageRenderer(PUBLIC_PAGE_ASSETS)
}
