import { PRODUCT } from '@app/contracts/product.ts'
import type { Assets } from './assets.ts'
import { Head } from './Head.tsx'
import { ApartMark } from '../../ui/brand/ApartMark.tsx'
import type { StyleSheet } from './styles/style-sheet.ts'
import { PRESETS } from './view/styles/themes.ts'
import { YourDataLink } from './YourDataLink.tsx'

interface Props {
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

/** The client's background. */
const CHROME = '#F3F6F7'
const EXPLANATION = 'El perfil que buscas no existe o no está disponible.'

/**
 * The same for unknown and inactive profiles, so that nobody can tell which exist. It looks like the client's page for
 * addresses that do not exist (app/routes/NotFound.tsx).
 */
export function NotFoundPage({ publicUrl, assets, sheet }: Props) {
  const preview = {
    title: 'Perfil no encontrado',
    description: EXPLANATION,
    url: `${publicUrl}/`,
    type: 'website',
    listed: false,
  } as const
  return (
    <html lang="es-CL">
      <Head
        preview={preview}
        chrome={CHROME}
        darkChrome={PRESETS.dark.background}
        sheet={sheet}
        assets={assets}
      />
      <body className="neutral gone">
        <main className="missing">
          <ApartMark bar="apart" stem="apart stem" />
          <h1>Perfil no encontrado</h1>
          <p>{EXPLANATION}</p>
          <a href={`${publicUrl}/`}>Conoce {PRODUCT.name}</a>
          <YourDataLink />
        </main>
      </body>
    </html>
  )
}
