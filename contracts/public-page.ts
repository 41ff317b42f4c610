import type { PublicProfile } from './api/public.ts'

/** The public page as HTML, with the hashes of its inline styles for the content security policy. */
export interface RenderedPage {
  readonly html: string
  /** `sha256-…` of each inline style. */
  readonly styleHashes: readonly string[]
}

/** Built from web/features/public-profile as a bundle of its own; each process's main.ts hands it to the api. */
export interface PublicPageRenderer {
  profile(profile: PublicProfile, place: { readonly publicUrl: string }): RenderedPage
  notFound(place: { readonly publicUrl: string }): RenderedPage
}
