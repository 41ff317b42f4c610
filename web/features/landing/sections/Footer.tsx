import { PRIVACY_LINK, YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { ReactNode } from 'react'
import { Mark } from '../../../ui/brand/Mark.tsx'
import { EmailText } from '../../../ui/people/EmailText.tsx'
import { AccountLinks } from '../nav/AccountLinks.tsx'

// Simplified drawings of our own.
const InstagramGlyph = () => (
  <svg
    aria-hidden="true"
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
  >
    <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <circle cx="16.9" cy="7.1" r="1.2" fill="currentColor" stroke="none" />
  </svg>
)

const LinkedInGlyph = () => (
  <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24" fill="currentColor">
    <rect x="3.6" y="9.2" width="3.8" height="11.6" rx=".6" />
    <circle cx="5.5" cy="5.2" r="2.2" />
    <path d="M10 9.2h3.6v1.6c.7-1.2 2-1.9 3.5-1.9 2.8 0 4 1.8 4 4.7v7.2h-3.8v-6.5c0-1.5-.5-2.3-1.7-2.3-1.2 0-1.9.9-1.9 2.3v6.5H10z" />
  </svg>
)

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
            <a href={`mailto:${PRODUCT.salesEmail}`}>
              <span>
                <EmailText email={PRODUCT.salesEmail} />
              </span>
            </a>
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
