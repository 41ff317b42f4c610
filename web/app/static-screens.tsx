import { PRODUCT } from '@app/contracts/product.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountFrame } from '../features/account/AccountFrame.tsx'
import { FORGOT_WORDS } from '../features/account/reset/forgot-texts.ts'
import { Working } from '../features/account/Working.tsx'

const frame = (title: string, lead?: string): string =>
  renderToStaticMarkup(
    <AccountFrame title={title} {...(lead === undefined ? {} : { lead })}>
      <Working text="Cargando…" />
    </AccountFrame>,
  )

/** Content of these addresses' documents until the client has started; the others show LoadingNotice. */
export const STATIC_SCREENS: Readonly<Record<string, string>> = {
  '/login': frame('Iniciar Sesión'),
  '/register': frame('Crea tu cuenta'),
  '/auth/forgot-password': frame(FORGOT_WORDS.title, FORGOT_WORDS.lead),
}

const TITLES: Readonly<Record<string, string>> = {
  '/login': 'Iniciar Sesión',
  '/register': 'Crea tu cuenta',
  '/auth/forgot-password': FORGOT_WORDS.title,
  '/auth/reset': 'Crea una contraseña nueva',
  '/auth/reset/success': 'Contraseña actualizada',
  '/activate': 'Activa tu cuenta',
  '/profile': 'Iniciar Sesión',
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
