import type { PublicProfile } from '@app/contracts/api/public.ts'
import { previewPicturePath } from '@app/contracts/public-page.ts'
import type { CSSProperties } from 'react'
import type { Assets } from './assets.ts'
import { Head, type Preview } from './Head.tsx'
import { MyDataLink } from './parts/MyDataLink.tsx'
import { IdentifyDialog } from './parts/IdentifyDialog.tsx'
import { InAppNotice } from './parts/InAppNotice.tsx'
import { KnownVisitor } from './parts/KnownVisitor.tsx'
import { OfflineNotice } from './parts/OfflineNotice.tsx'
import { QrCard } from './parts/QrCard.tsx'
import { RemindDialog } from './parts/RemindDialog.tsx'
import { previewCardOf } from './preview-card.ts'
import type { StyleSheet } from './styles/style-sheet.ts'
import { pageTitle, previewText } from './texts.ts'
import { displayName, shortName } from './view/names.ts'
import { ProfileView } from './view/ProfileView.tsx'
import { rootLook } from './view/themes.ts'

interface Props {
  readonly profile: PublicProfile
  /** Token of the reminder whose link opened the page. */
  readonly token: string | undefined
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

const PHOTO_CHROME = '#06161D'

function previewOf(profile: PublicProfile, publicUrl: string): Preview {
  return {
    title: pageTitle(profile),
    description: previewText(profile),
    url: `${publicUrl}/pages/${encodeURIComponent(profile.slug)}`,
    type: 'profile',
    listed: true,
    image: {
      url: `${publicUrl}${previewPicturePath(profile.slug, previewCardOf(profile).version)}`,
      alt: displayName(profile),
    },
  }
}

/** Rendered on the server only: the browser loads no React, and the page works without scripts. */
export function PublicProfilePage({ profile, token, publicUrl, assets, sheet }: Props) {
  const { style, chrome } = rootLook(profile)
  const photo = profile.background_image
  const names = { owner: shortName(profile), responsible: displayName(profile) }
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
        <OfflineNotice />
        <InAppNotice profile={profile} />
        <ProfileView
          profile={profile}
          home={`${publicUrl}/`}
          token={token}
          foot={<MyDataLink scriptPath={assets.myDataPath} />}
        >
          <KnownVisitor />
        </ProfileView>
        <QrCard slug={profile.slug} />
        <RemindDialog {...names} />
        <IdentifyDialog {...names} />
      </body>
    </html>
  )
}
