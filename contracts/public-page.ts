import type { PublicProfile } from './api/public.ts'

export interface RenderedPage {
  readonly html: string
  readonly styleHashes: readonly string[]
}

/** Built from web/features/public-profile as a separate bundle; each process's main.ts passes it to the api. */
export interface PublicPageRenderer {
  profile(profile: PublicProfile, place: { readonly publicUrl: string }): RenderedPage
  notFound(place: { readonly publicUrl: string }): RenderedPage
}
