import { PRIVACY_LINK, MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { ReactNode } from 'react'
import { Mark } from '../../../ui/brand.tsx'
import { NETWORK_GLYPHS } from '../../../ui/NetworkGlyph.tsx'
import { EmailText } from '../../../ui/people.tsx'
import { AccountLinks } from '../nav/SectionLinks.tsx'
import { NARROW_COLUMNS, NIGHT_BLOCK, WRAP } from '../Section.tsx'

interface FooterProps {
  readonly signedIn: boolean
  readonly year: number
}

const COLUMN_LINKS =
  '[&>a]:block [&>a]:py-[5px] pointer-coarse:[&>a]:flex pointer-coarse:[&>a]:min-h-11 ' +
  'pointer-coarse:[&>a]:items-center'

const Column = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className={`${COLUMN_LINKS} max-desk:wrap-anywhere max-desk:last:col-span-full`}>
    <h2 className="mb-3 text-[0.8125rem] font-semibold text-night-caption">{title}</h2>
    {children}
  </div>
)

export function Footer({ signedIn, year }: FooterProps) {
  return (
    <footer className={`${NIGHT_BLOCK} pt-16 pb-9`}>
      <div className={`${WRAP} underline-offset-3 [&_a:hover]:underline`}>
        <div className={`grid grid-cols-[2fr_1fr_1fr_1.2fr] gap-8 ${NARROW_COLUMNS}`}>
          <div className="max-desk:col-span-full">
            <Mark size={30} />
            <p className="mt-2.5 text-night-soft">{PRODUCT.tagline}</p>
          </div>
          <Column title="Producto">
            <a href="#features">Funciones</a>
            <a href="#analytics">Analítica</a>
            <a href="#companies">Empresas</a>
          </Column>
          <Column title="Cuenta">
            <AccountLinks signedIn={signedIn} />
            <a href="#quotation">Cotizar</a>
          </Column>
          <Column title="Contacto">
            <a href={`mailto:${PRODUCT.salesEmail}`}>
              <span>
                <EmailText email={PRODUCT.salesEmail} />
              </span>
            </a>
            <a href={`tel:${PRODUCT.phone.replaceAll(' ', '')}`}>{PRODUCT.phone}</a>
            <p className="mt-0.5 -ml-[11px] flex gap-1 *:grid *:size-11 *:place-items-center [&_svg]:size-[22px]">
              <a href={PRODUCT.instagram} rel="noopener" aria-label="Instagram">
                {NETWORK_GLYPHS.instagram}
              </a>
              <a href={PRODUCT.linkedin} rel="noopener" aria-label="LinkedIn">
                {NETWORK_GLYPHS.linkedin}
              </a>
            </p>
          </Column>
        </div>
        <p className="mt-12 text-[0.875rem] text-night-caption *:ml-3 *:underline *:underline-offset-3">
          © {year} {PRODUCT.name}. Santiago, Chile. <a href={PRIVACY_LINK.path}>Privacidad</a>{' '}
          <a href={MY_DATA_LINK.path}>{MY_DATA_LINK.text}</a>
        </p>
      </div>
    </footer>
  )
}
