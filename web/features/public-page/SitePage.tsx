import type { ReactNode } from 'react'
import { Head, type Assets } from './Head.tsx'
import type { StyleSheet } from './styles/style-sheet.ts'
import { PRESETS } from './view/styles/themes.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'

export interface Given {
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

interface Props extends Given {
  readonly title: string
  readonly description: string
  /** Of a page that search engines may list. Others follow the reader's system, and their own address may hold a token. */
  readonly path?: string
  readonly chrome?: string
  readonly className?: string
  readonly children: ReactNode
}

/** The document of a page that is no profile's, without a script. */
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
