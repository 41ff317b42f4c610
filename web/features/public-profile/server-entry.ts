import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { createPublicPageRenderer } from './render.tsx'

/** Defined by web/build-public-page.mjs. */
declare const PUBLIC_PAGE_ASSETS: { readonly scriptPath: string; readonly fontPath: string }

export default function createBuiltRenderer(): PublicPageRenderer {
  return createPublicPageRenderer(PUBLIC_PAGE_ASSETS)
}
