import { PREVIEW } from '@app/contracts/image-renditions.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { Assets } from './assets.ts'
import type { StyleSheet } from './styles/style-sheet.ts'

export interface Preview {
  readonly title: string
  readonly description: string
  /** Address of the page itself, from PUBLIC_URL. */
  readonly url: string
  readonly type: 'profile' | 'website'
  /** Absent pages are not to be found by search engines. */
  readonly listed: boolean
  readonly image?: { readonly url: string; readonly alt: string }
}

interface Props {
  readonly preview: Preview
  readonly chrome: string
  readonly sheet: StyleSheet
  readonly assets: Pick<Assets, 'fontPath'>
  readonly scriptPath?: string
}

// The mark in ink on celeste; inline, because a card's page should not cost one more request.
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -6 36 36'%3E%3Crect x='-6' y='-6' width='36' height='36' rx='8' fill='%237CDAF9'/%3E%3Cpath fill='%230A1A21' d='M5.6 2.5h12.8a3.6 3.6 0 0 1 0 7.2H5.6a3.6 3.6 0 0 1 0-7.2ZM12 10.6a3.6 3.6 0 0 1 3.6 3.6V18a3.6 3.6 0 0 1-7.2 0v-3.8a3.6 3.6 0 0 1 3.6-3.6Z'/%3E%3C/svg%3E"

export function Head({ preview, chrome, sheet, assets, scriptPath }: Props) {
  const { title, description, url, type, listed, image } = preview
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <title>{title}</title>
      <link rel="preload" as="font" type="font/woff2" href={assets.fontPath} crossOrigin="" />
      <style dangerouslySetInnerHTML={{ __html: sheet.css }} />
      {scriptPath !== undefined && <script defer src={scriptPath} />}
      <meta name="description" content={description} />
      <meta name="theme-color" content={chrome} />
      <meta name="format-detection" content="telephone=no" />
      {listed ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <link rel="icon" href={ICON} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="es_CL" />
      <meta property="og:site_name" content={PRODUCT.name} />
      {image && (
        <>
          <meta property="og:image" content={image.url} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(PREVIEW.width)} />
          <meta property="og:image:height" content={String(PREVIEW.height)} />
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </head>
  )
}
