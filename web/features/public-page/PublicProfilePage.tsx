import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { isolated, displayName, shortName } from '@app/contracts/fields/names.ts'
import { previewPicturePath, qrPath } from '@app/contracts/public-page.ts'
import { MY_DATA_LINK, myDataPath } from '@app/contracts/privacy/consents.ts'
import type { CSSProperties } from 'react'
import { Head, type Preview, type Assets } from './SitePage.tsx'
import { previewCardOf, pageTitle, previewText } from './versioned-preview-card.ts'
import type { StyleSheet } from './styles/style-sheet.ts'
import { Icon } from './view/Icon.tsx'
import { ProfileView } from './view/ProfileView.tsx'
import { rootLook } from './view/styles/themes.ts'
import { VisitorDialogs } from './VisitorDialogs.tsx'
import { contactLinks } from '@app/contracts/fields/links.ts'
import { phoneDigits, shownPhone } from '@app/contracts/fields/phone.ts'

/** The same in every answer, as caches keep the page; browser/start-page.ts shows it in apps that save no contact. */
function InAppNotice({ profile }: { profile: PublicProfile }) {
  const digits = phoneDigits(profile.phone)
  const email = contactLinks(profile).find(({ network }) => network === 'email')
  return (
    <section className="inapp" aria-labelledby="inapp-title" hidden data-in-app>
      <b id="inapp-title">
        Abre esta página en <span data-in-app-browser>Safari</span>
      </b>
      <p>La aplicación en que estás no guarda contactos.</p>
      <p>
        <a href="#inapp-title" hidden data-in-app-open>
          Abrir en Chrome
        </a>
        <span> </span>
        <button type="button" data-copy-link>
          Copiar enlace
        </button>
        <span> </span>
        {digits !== undefined && <a href={`tel:+${digits}`}>{shownPhone(profile.phone)}</a>}
        {email !== undefined && (
          <a href={email.href} data-network="email">
            {email.text}
          </a>
        )}
      </p>
    </section>
  )
}

interface Props {
  readonly profile: PublicProfile
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
      alt: isolated(displayName(profile)),
    },
  }
}

/** Rendered on the server only: the browser loads no React, and the page works without scripts, but for its dialogs. */
export function PublicProfilePage({ profile, publicUrl, assets, sheet }: Props) {
  const { style, chrome, scheme } = rootLook(profile)
  const photo = profile.background_image
  const names = { owner: isolated(shortName(profile)), responsible: isolated(displayName(profile)) }
  return (
    <html lang="es-CL" data-profile-theme={profile.theme_color} style={style as CSSProperties | undefined}>
      <Head
        preview={previewOf(profile, publicUrl)}
        chrome={photo === null ? chrome : PHOTO_CHROME}
        scheme={scheme}
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
        <InAppNotice profile={profile} />
        <ProfileView
          profile={profile}
          home={`${publicUrl}/`}
          offer={<IdentityOffer owner={names.owner} />}
          foot={<MyDataLink profileId={profile.id} />}
        >
          <KnownVisitor />
        </ProfileView>
        <QrCard slug={profile.slug} />
        <link rel="stylesheet" href={assets.laterPath} />
        <VisitorDialogs {...names} />
      </body>
    </html>
  )
}

/** Shown once the contact was saved. It opens the dialog of `Identifícate`. */
function IdentityOffer({ owner }: { owner: string }) {
  return (
    <div className="bar" hidden data-offer>
      <button type="button" className="tile wide" data-opens="identify">
        <Icon name="users" />
        <span>
          <b>Déjale tus datos a {owner}</b>
          <small>Enviar mis datos</small>
        </span>
      </button>
    </div>
  )
}

/** To what this browser has left on the card; it finds its id by the profile's. */
function MyDataLink({ profileId }: { profileId: string }) {
  return (
    <a className="pow" style={{ margin: 0, padding: 0 }} href={myDataPath(profileId)}>
      {MY_DATA_LINK.text}
    </a>
  )
}

/** Filled by browser/identify-dialog.ts once this browser's visitor has left a name. */
function KnownVisitor() {
  return (
    <p className="visitor" hidden data-visitor>
      <b data-visitor-thanks />
      <button type="button" data-visitor-forget />
    </p>
  )
}

/** Wide windows only: there the visitor sits at a computer. Lazy, so that no phone fetches it. */
function QrCard({ slug }: { slug: string }) {
  return (
    <aside className="qr">
      <img
        src={qrPath(slug, 'svg')}
        loading="lazy"
        alt="Código QR de este perfil"
        width="140"
        height="140"
        data-qr
      />
      <p>Ábrelo en tu teléfono</p>
    </aside>
  )
}
