import { PRODUCT } from '@app/contracts/product.ts'
import type { Assets } from './assets.ts'
import { Head } from './Head.tsx'
import { Rings } from './parts/Rings.tsx'
import type { StyleSheet } from './styles/style-sheet.ts'

interface Props {
  readonly publicUrl: string
  readonly assets: Assets
  readonly sheet: StyleSheet
}

const EXPLANATION = 'El perfil que buscas no existe o no está disponible.'

/** The same for unknown and inactive profiles, so that nobody can tell which exist. */
export function NotFoundPage({ publicUrl, assets, sheet }: Props) {
  const preview = {
    title: 'Perfil no encontrado',
    description: EXPLANATION,
    url: `${publicUrl}/`,
    type: 'website',
    listed: false,
  } as const
  return (
    <html lang="es-CL" data-profile-theme="blue">
      <Head preview={preview} chrome="#FFFFFF" sheet={sheet} assets={assets} />
      <body className="neutral">
        <main className="lost">
          <Rings small />
          <h1>Perfil no encontrado</h1>
          <p>{EXPLANATION}</p>
          <a href={`${publicUrl}/`}>Conoce {PRODUCT.name}</a>
        </main>
      </body>
    </html>
  )
}
