import { StrictMode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LandingDocument, type LandingAssets } from './LandingDocument.tsx'
import { LandingPage, PAGES } from './LandingPage.tsx'
import type { BuiltParts } from '../../features/landing/LandingScreen.tsx'
import { AnalyticsSection } from '../../features/landing/sections/AnalyticsSection.tsx'
import {
  ComparisonSection,
  CompatibilitySection,
  FaqSection,
} from '../../features/landing/sections/Answers.tsx'
import { CompaniesSection } from '../../features/landing/sections/CompaniesSection.tsx'
import { StepsSection } from '../../features/landing/sections/StepsSection.tsx'

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
