import type { PublicPageRenderer, RenderedPage } from '@app/contracts/public-page.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Assets } from './assets.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PublicProfilePage } from './PublicProfilePage.tsx'
import { createStyleSheet } from './styles/style-sheet.ts'

export function createPublicPageRenderer(assets: Assets): PublicPageRenderer {
  const sheet = createStyleSheet(assets.fontPath)
  const rendered = (page: ReactElement): RenderedPage => ({
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    styleHashes: [sheet.hash],
  })
  const given = (site: { readonly publicUrl: string }) => ({
    publicUrl: site.publicUrl.replace(/\/+$/, ''),
    assets,
    sheet,
  })
  return {
    profile: (profile, site) => rendered(<PublicProfilePage profile={profile} {...given(site)} />),
    notFound: (site) => rendered(<NotFoundPage {...given(site)} />),
  }
}
