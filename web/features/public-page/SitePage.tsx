import type { ReactNode } from 'react'
import type { StyleSheet } from './styles/style-sheet.ts'
import { PRESETS } from './view/styles/themes.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { PREVIEW } from '@app/contracts/fields/pictures.ts'
import { PRODUCT } from '@app/contracts/product.ts'

export interface Given {
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

interface Props extends Given {
  readonly title: string
  readonly description: string
  /** The address of a page that search engines may list. Others follow the reader's system, and their own address may hold a token. */
  readonly path?: string
  readonly chrome?: string
  readonly className?: string
  readonly children: ReactNode
}

export function SitePage({ publicUrl, assets, sheet, path, children, ...page }: Props) {
  const { title, description, chrome = PRESETS.blue.background, className } = page
  const listed = path !== undefined
  return (
    <html lang="es-CL" {...(listed && { 'data-profile-theme': 'blue' })}>
      <Head
        preview={{ title, description, url: `${publicUrl}${path ?? '/'}`, type: 'website', listed }}
        chrome={chrome}
        {...(!listed && { darkChrome: PRESETS.dark.background })}
        sheet={sheet}
        assets={assets}
      />
      <body className={className}>{children}</body>
    </html>
  )
}

/** At the end of each page that is no card; a card has `Mis datos`. */
export const YourDataLink = () => (
  <a className="yours" href={MY_DATA_LINK.path}>
    {MY_DATA_LINK.text}
  </a>
)

export interface Preview {
  readonly title: string
  readonly description: string
  /** Absolute, from PUBLIC_URL. */
  readonly url: string
  readonly type: 'profile' | 'website'
  readonly listed: boolean
  readonly image?: { readonly url: string; readonly alt: string }
}

interface HeadProps {
  readonly preview: Preview
  readonly chrome: string
  readonly darkChrome?: string
  readonly scheme?: string
  readonly sheet: StyleSheet
  readonly assets: Pick<Assets, 'fontPath'>
  readonly scriptPath?: string
}

export function Head({ preview, chrome, darkChrome, sheet, assets, ...more }: HeadProps) {
  const { scriptPath, scheme = darkChrome === undefined ? 'only light' : 'light dark' } = more
  const { title, description, url, type, listed, image } = preview
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <meta name="color-scheme" content={scheme} />
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
      <link rel="icon" href="/favicon.svg" />
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

export interface Assets {
  readonly scriptPath: string
  /** Styles of parts that show only after the page. */
  readonly laterPath: string
  readonly fontPath: string
}
