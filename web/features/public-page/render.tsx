import { THEME_IDS } from '@app/contracts/profiles.ts'
import type { PublicPageRenderer, RenderedPage, Site } from '@app/contracts/public-page.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Assets, SitePage, type Given, YourDataLink } from './SitePage.tsx'
import { previewCardOf } from './versioned-preview-card.ts'
import { PrivacyPage } from './PrivacyPage.tsx'
import { PublicProfilePage } from './PublicProfilePage.tsx'
import { ReminderPage } from './ReminderPage.tsx'
import {
  createStyleSheet,
  OF_PRIVACY,
  OF_REMINDERS,
  rulesOfProfile,
  type StyleSheet,
} from './styles/style-sheet.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { ApartMark } from '../../ui/brand.tsx'

const CHROME = '#F3F6F7'
const EXPLANATION = 'El perfil que buscas no existe o no está disponible.'

/** The same for unknown and inactive profiles: nobody can tell which exist. It looks like the client's NotFound.tsx. */
function NotFoundPage(common: Given) {
  const home = `${common.publicUrl}/`
  return (
    <SitePage
      {...common}
      title="Perfil no encontrado"
      description={EXPLANATION}
      chrome={CHROME}
      className="gone"
    >
      <main className="missing">
        <ApartMark bar="apart" stem="apart stem" />
        <h1>Perfil no encontrado</h1>
        <p>{EXPLANATION}</p>
        <a href={home}>Conoce {PRODUCT.name}</a>
        <YourDataLink />
      </main>
    </SitePage>
  )
}

/** React preloads each image, which a browser that has the whole document finds by itself. */
const withoutPreloads = (html: string): string => html.replace(/<link rel="preload" as="image"[^>]*>/g, '')

export function createPublicPageRenderer(assets: Assets): PublicPageRenderer {
  const sheetOf = (rules: string): StyleSheet => createStyleSheet(assets.fontPath, rules)
  const [ofPrivacy, ofReminders] = [sheetOf(OF_PRIVACY), sheetOf(OF_REMINDERS)]
  const ofThemes = Object.fromEntries(THEME_IDS.map((id) => [id, sheetOf(rulesOfProfile(id))])) as Readonly<
    Record<(typeof THEME_IDS)[number], StyleSheet>
  >
  const rendered = (sheet: StyleSheet, page: (common: Given) => ReactElement, site: Site): RenderedPage => {
    const publicUrl = site.publicUrl.replace(/\/+$/, '')
    return {
      html: `<!doctype html>${withoutPreloads(renderToStaticMarkup(page({ publicUrl, assets, sheet })))}`,
      styleHashes: [sheet.hash],
    }
  }
  return {
    profile: (profile, site) =>
      rendered(
        ofThemes[profile.theme_color],
        (common) => <PublicProfilePage profile={profile} {...common} />,
        site,
      ),
    previewCard: previewCardOf,
    privacy: (facts, site) =>
      rendered(ofPrivacy, (common) => <PrivacyPage facts={facts} {...common} />, site),
    notFound: (site) => rendered(ofReminders, (common) => <NotFoundPage {...common} />, site),
    reminder: (page, site) =>
      rendered(ofReminders, (common) => <ReminderPage page={page} {...common} />, site),
  }
}

/** Defined by web/build-public-page.mjs. */
declare const PUBLIC_PAGE_ASSETS: Assets

export default function createBuiltRenderer(): PublicPageRenderer {
  return createPublicPageRenderer(PUBLIC_PAGE_ASSETS)
}
