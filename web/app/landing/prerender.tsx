import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LandingDocument, type LandingAssets } from './LandingDocument.tsx'
import { LandingPage, PAGES } from './LandingPage.tsx'

/** The pages as HTML. Their content is rendered apart, as main.tsx hydrates it: ids depend on where React starts. */
export const prerenderedPages = (assets: LandingAssets, year: number, publicUrl: string) =>
  PAGES.map((page) => {
    const content = renderToString(
      <StrictMode>
        <LandingPage page={page} builtInYear={year} />
      </StrictMode>,
    )
    const html = renderToStaticMarkup(<LandingDocument {...{ page, assets, year, publicUrl, content }} />)
    return { page, html: `<!doctype html>${html}` }
  })
