import { PREVIEW } from '@app/contracts/fields/image-renditions.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { Assets } from './assets.ts'
import type { StyleSheet } from './styles/style-sheet.ts'

export interface Preview {
  readonly title: string
  readonly description: string
  /** Absolute, from PUBLIC_URL. */
  readonly url: string
  readonly type: 'profile' | 'website'
  readonly listed: boolean
  readonly image?: { readonly url: string; readonly alt: string }
}

interface Props {
  readonly preview: Preview
  readonly chrome: string
  /** Where the page follows the reader's system. */
  readonly darkChrome?: string
  readonly sheet: StyleSheet
  readonly assets: Pick<Assets, 'fontPath'>
  readonly scriptPath?: string
}

// The mark in ink on celeste; inline, to save a request.
const ICON =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='-6%20-6%2036%2036'%3E%3Crect%20x='-6'%20y='-6'%20width='36'%20height='36'%20rx='8'%20fill='%237CDAF9'/%3E%3Cpath%20fill='%230A1A21'%20d='M5.6%202.5h12.8a3.6%203.6%200%200%201%200%207.2H5.6a3.6%203.6%200%200%201%200-7.2ZM12%2010.6a3.6%203.6%200%200%201%203.6%203.6V18a3.6%203.6%200%200%201-7.2%200v-3.8a3.6%203.6%200%200%201%203.6-3.6Z'/%3E%3C/svg%3E"

export function Head({ preview, chrome, darkChrome, sheet, assets, scriptPath }: Props) {
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
      {darkChrome !== undefined && (
        <meta name="theme-color" content={darkChrome} media="(prefers-color-scheme: dark)" />
      )}
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
