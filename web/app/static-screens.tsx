import { PRIVACY_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { FORGOT_WORDS } from '../features/account/reset/forgot-texts.ts'
import { Working } from '../features/account/Working.tsx'
import { DOOR_LEAD, TITLE, WITHIN } from '../features/rights/rights-texts.ts'
import { RightsFrame } from '../features/rights/RightsFrame.tsx'
import { AccountFrame } from '../ui/AccountFrame.tsx'
import { StartFrame } from './shell/StartFrame.tsx'
import { ADMINISTRATION } from './shell/tab-ids.ts'

const frame = (title: string, lead?: string): string =>
  renderToStaticMarkup(
    <AccountFrame title={title} {...(lead === undefined ? {} : { lead })}>
      <Working text="Cargando…" />
    </AccountFrame>,
  )

const panel = (tab: string): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <StartFrame tab={tab} />
    </MemoryRouter>,
  )

/** Content of these addresses' documents until the client has started; the others show LoadingNotice. */
export const STATIC_SCREENS: Readonly<Record<string, string>> = {
  '/login': frame('Iniciar Sesión'),
  '/register': frame('Crea tu cuenta'),
  '/auth/forgot-password': frame(FORGOT_WORDS.title, FORGOT_WORDS.lead),
  // Which tab the address names, only start.js knows.
  '/dashboard': panel(''),
  '/admin': panel(ADMINISTRATION),
  '/mis-datos': renderToStaticMarkup(
    <RightsFrame lead={DOOR_LEAD}>
      <Working text="Cargando…" />
    </RightsFrame>,
  ),
}

const LINK = 'font-semibold text-accent underline underline-offset-4'

/** In place of the plain document's word to browsers without scripts: rights can be used by mail. */
export const WITHOUT_SCRIPTS: Readonly<Record<string, string>> = {
  '/mis-datos': renderToStaticMarkup(
    <main className="mx-auto grid min-h-dvh max-w-[464px] content-center gap-4 p-8">
      <h1 className="text-h1">{TITLE}</h1>
      <p>
        Activa JavaScript para verlos aquí, o escribe desde tu correo a{' '}
        <a href={`mailto:${PRODUCT.supportEmail}`} className={LINK}>
          {PRODUCT.supportEmail}
        </a>
        : respondemos {WITHIN}.
      </p>
      <a href={PRIVACY_LINK.path} className={LINK}>
        {PRIVACY_LINK.text}
      </a>
    </main>,
  ),
}

const TITLES: Readonly<Record<string, string>> = {
  '/login': 'Iniciar Sesión',
  '/register': 'Crea tu cuenta',
  '/auth/forgot-password': FORGOT_WORDS.title,
  '/auth/reset': 'Crea una contraseña nueva',
  '/auth/reset/success': 'Contraseña actualizada',
  '/activate': 'Activa tu cuenta',
  '/profile': 'Iniciar Sesión',
  '/mis-datos': TITLE,
}

/** No `og:url` and no `og:image`: the build does not know the installation's address. */
const preview = (title: string): string =>
  renderToStaticMarkup(
    <>
      <meta name="description" content={PRODUCT.tagline} />
      <meta property="og:title" content={`${title} · ${PRODUCT.name}`} />
      <meta property="og:description" content={PRODUCT.tagline} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="es_CL" />
      <meta property="og:site_name" content={PRODUCT.name} />
      <meta name="twitter:card" content="summary" />
    </>,
  )

/** Metadata of these addresses for messengers. */
export const PREVIEWS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TITLES).map(([address, title]) => [address, preview(title)]),
)
