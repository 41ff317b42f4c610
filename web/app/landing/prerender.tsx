import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LandingPage, PAGES, type PageName } from './LandingPage.tsx'
import type { BuiltParts } from '../../features/landing/LandingScreen.tsx'
import { AnalyticsSection } from '../../features/landing/sections/AnalyticsSection.tsx'
import {
  ComparisonSection,
  CompatibilitySection,
  FaqSection,
} from '../../features/landing/sections/Answers.tsx'
import { CompaniesSection } from '../../features/landing/sections/CompaniesSection.tsx'
import { StepsSection } from '../../features/landing/sections/StepsSection.tsx'
import { PRODUCT } from '@app/contracts/product.ts'

interface LandingAssets {
  readonly scripts: readonly string[]
  readonly css: string
  readonly font: string
}

interface LandingDocumentProps {
  readonly page: PageName
  readonly assets: LandingAssets
  readonly year: number
  /** Address of the installation; the build knows a placeholder only. */
  readonly publicUrl: string
  readonly content: string
}

const TITLES: Readonly<Record<PageName, string>> = {
  landing: `Tarjetas NFC y QR para empresas · ${PRODUCT.name}`,
  inicio: `Inicio · ${PRODUCT.name}`,
}
const DESCRIPTION =
  'Tarjetas NFC y QR para empresas de Chile: la acercas a un teléfono, se abre tu perfil y ves qué pasó después. Sin instalar nada.'
const PATHS: Readonly<Record<PageName, string>> = { landing: '/', inicio: '/inicio' }
const CELESTE = '#7CDAF9'

function Preview({ page, publicUrl }: Pick<LandingDocumentProps, 'page' | 'publicUrl'>) {
  const url = `${publicUrl}${PATHS[page]}`
  return (
    <>
      <meta name="description" content={DESCRIPTION} />
      <link rel="canonical" href={url} />
      <meta property="og:title" content={TITLES[page]} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:url" content={url} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="es_CL" />
      <meta property="og:site_name" content={PRODUCT.name} />
      <meta property="og:image" content={`${publicUrl}/icon-512.png`} />
      <meta property="og:image:width" content="512" />
      <meta property="og:image:height" content="512" />
      <meta property="og:image:alt" content={PRODUCT.tagline} />
      <meta name="twitter:card" content="summary" />
    </>
  )
}

/** `data-fixed-look` keeps start.js from the dark theme, which these pages do not have. */
function LandingDocument({ page, assets, year, publicUrl, content }: LandingDocumentProps) {
  const [entry, ...imported] = assets.scripts.toReversed()
  return (
    <html lang="es-CL" translate="no" data-fixed-look="">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="only light" />
        <title>{TITLES[page]}</title>
        <script defer src="/start.js" />
        {/* A sheet of its own would cost a slow phone a journey before the first paint. The server allows it by its hash. */}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={assets.font} />
        {imported.map((file) => (
          <link key={file} rel="modulepreload" crossOrigin="" href={file} />
        ))}
        <script type="module" crossOrigin="" src={entry} />
        <Preview page={page} publicUrl={publicUrl} />
        <meta name="theme-color" content={CELESTE} />
        <link rel="icon" sizes="48x48" href="/favicon.ico" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <div id="root" data-page={page} data-year={year} dangerouslySetInnerHTML={{ __html: content }} />
      </body>
    </html>
  )
}

export const builtParts = (): BuiltParts => ({
  before: renderToStaticMarkup(
    <>
      <AnalyticsSection />
      <StepsSection />
      <CompaniesSection />
      <ComparisonSection />
    </>,
  ),
  after: renderToStaticMarkup(
    <>
      <CompatibilitySection />
      <FaqSection />
    </>,
  ),
})

/** The pages as HTML. Their content is rendered apart, as main.tsx hydrates it: ids depend on where React starts. */
export const prerenderedPages = (assets: LandingAssets, year: number, publicUrl: string) =>
  PAGES.map((page) => {
    const content = renderToString(
      <StrictMode>
        <LandingPage page={page} builtInYear={year} built={builtParts()} />
      </StrictMode>,
    )
    const html = renderToStaticMarkup(<LandingDocument {...{ page, assets, year, publicUrl, content }} />)
    return { page, html: `<!doctype html>${html}` }
  })
