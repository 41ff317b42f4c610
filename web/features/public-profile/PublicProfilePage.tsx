import type { PublicProfile } from '@app/contracts/api/public.ts'
import type { CSSProperties } from 'react'
import type { Assets } from './assets.ts'
import { Head, type Preview } from './Head.tsx'
import { Backdrop } from './parts/Backdrop.tsx'
import { IdentifyDialog } from './parts/IdentifyDialog.tsx'
import { LinkTiles } from './parts/LinkTiles.tsx'
import { Person } from './parts/Person.tsx'
import { PoweredBy } from './parts/PoweredBy.tsx'
import { Rings } from './parts/Rings.tsx'
import { SaveContact } from './parts/SaveContact.tsx'
import { TopBar } from './parts/TopBar.tsx'
import { previewPath } from './pictures.ts'
import type { StyleSheet } from './styles/style-sheet.ts'
import { rootLook } from './themes.ts'
import { displayName, pageTitle, previewText, shortName } from './texts.ts'

interface Props {
  readonly profile: PublicProfile
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

const PHOTO_CHROME = '#06161D'

function previewOf(profile: PublicProfile, publicUrl: string): Preview {
  const image = previewPath(profile)
  return {
    title: pageTitle(profile),
    description: previewText(profile),
    url: `${publicUrl}/pages/${encodeURIComponent(profile.slug)}`,
    type: 'profile',
    listed: true,
    ...(image !== undefined && { image: { url: `${publicUrl}${image}`, alt: displayName(profile) } }),
  }
}

/** Rendered on the server only: the browser loads no React, and the page works without scripts. */
export function PublicProfilePage({ profile, publicUrl, assets, sheet }: Props) {
  const { style, chrome } = rootLook(profile)
  const photo = profile.background_image
  return (
    <html lang="es-CL" data-profile-theme={profile.theme_color} style={style as CSSProperties | undefined}>
      <Head
        preview={previewOf(profile, publicUrl)}
        chrome={photo === null ? chrome : PHOTO_CHROME}
        sheet={sheet}
        assets={assets}
        scriptPath={assets.scriptPath}
      />
      <body
        className={photo === null ? undefined : 'photo'}
        data-profile-id={profile.id}
        data-slug={profile.slug}
      >
        <a className="skip" href="#guardar">
          Ir a guardar contacto
        </a>
        {photo !== null && <Backdrop image={photo} />}
        <main>
          <div className="cover">
            <Rings />
          </div>
          <TopBar profile={profile} />
          <Person profile={profile} />
          <LinkTiles profile={profile} />
          <PoweredBy home={`${publicUrl}/`} />
          <SaveContact slug={profile.slug} />
        </main>
        <IdentifyDialog owner={shortName(profile)} />
      </body>
    </html>
  )
}
