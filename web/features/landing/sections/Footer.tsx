import { PRIVACY_LINK, YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { ReactNode } from 'react'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { AccountLinks } from '../nav/AccountLinks.tsx'
import { InstagramGlyph, LinkedInGlyph } from './network-glyphs.tsx'

interface FooterProps {
  readonly signedIn: boolean
  readonly year: number
}

const Column = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="l-column">
    <h2>{title}</h2>
    {children}
  </div>
)

export function Footer({ signedIn, year }: FooterProps) {
  return (
    <footer className="l-block l-night l-footer">
      <div className="l-wrap">
        <div className="l-columns">
          <div className="l-brand">
            <Mark size={30} />
            <p>{PRODUCT.tagline}</p>
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
            <a href={`mailto:${PRODUCT.salesEmail}`}>{PRODUCT.salesEmail}</a>
            <a href={`tel:${PRODUCT.phone.replaceAll(' ', '')}`}>{PRODUCT.phone}</a>
            <p className="l-networks">
              <a href={PRODUCT.instagram} rel="noopener" aria-label="Instagram">
                <InstagramGlyph />
              </a>
              <a href={PRODUCT.linkedin} rel="noopener" aria-label="LinkedIn">
                <LinkedInGlyph />
              </a>
            </p>
          </Column>
        </div>
        <p className="l-legal">
          © {year} {PRODUCT.name}. Santiago, Chile. <a href={PRIVACY_LINK.path}>Privacidad</a>{' '}
          <a href={YOUR_DATA_LINK.path}>{YOUR_DATA_LINK.text}</a>
        </p>
      </div>
    </footer>
  )
}
