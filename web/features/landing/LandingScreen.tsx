import { ArrowRight, Laptop, QrCode, Smartphone, SmartphoneNfc, Menu } from 'lucide-react'
import { Suspense, useSyncExternalStore, type ReactNode, lazy, useState } from 'react'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { DEMO_PATH } from './demo/demo-page.ts'
import { useDemo } from './demo/use-demo.ts'
import { Hero } from './hero/Hero.tsx'
import { QuotationSection } from './quotation/QuotationSection.tsx'
import { AnalyticsSection } from './sections/AnalyticsSection.tsx'
import { CompaniesSection } from './sections/CompaniesSection.tsx'
import { ComparisonSection } from './sections/ComparisonSection.tsx'
import { FaqSection } from './sections/FaqSection.tsx'
import { Footer } from './sections/Footer.tsx'
import { StepsSection } from './sections/StepsSection.tsx'
import { Mark } from '../../ui/brand/Mark.tsx'
import { AccountLinks } from './nav/AccountLinks.tsx'
import { Point } from './sections/Point.tsx'
import { SECTIONS } from './nav/sections.ts'

// With the dialog's code: most people on a desk never need it.
const MenuSheet = lazy(async () => ({ default: (await import('./nav/MenuSheet.tsx')).MenuSheet }))

function MenuButton({ signedIn }: { readonly signedIn: boolean }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        className="l-menu-button"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden="true" size={22} />
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <MenuSheet open={open} onOpenChange={setOpen} signedIn={signedIn} />
        </Suspense>
      )}
    </>
  )
}

/** @param label distinguishes the navigations of a screen */
function SectionLinks({ label }: { readonly label: string }) {
  return (
    <nav aria-label={label}>
      {SECTIONS.map(([href, name]) => (
        <a key={href} href={href}>
          {name}
        </a>
      ))}
    </nav>
  )
}

const APPEARS_PX = 400

/** Sticks to the top once the large one has been scrolled away. */
function CompactBar({ signedIn }: { readonly signedIn: boolean }) {
  if (!useScrolledBeyond(APPEARS_PX)) return null
  return (
    <div className="l-compact">
      <div className="l-wrap">
        <a href="#contenido" aria-label="Volver arriba">
          <Mark size={22} />
        </a>
        <SectionLinks label="Secciones, barra fija" />
        <a href="#quotation" className="l-button l-ink l-round">
          Cotizar
        </a>
        <MenuButton signedIn={signedIn} />
      </div>
    </div>
  )
}

function onScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true })
  return () => window.removeEventListener('scroll', notify)
}

const useScrolledBeyond = (px: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > px,
    () => false,
  )

const DEVICES = [
  [SmartphoneNfc, 'iPhone XR, XS o posterior', 'toque directo'],
  [Smartphone, 'Android con NFC', 'toque directo'],
  [QrCode, 'Cualquier otro', 'cámara y código QR'],
  [Laptop, 'Computador', 'enlace'],
] as const

function CompatibilitySection() {
  return (
    <section aria-labelledby="compatibility-title" className="l-part">
      <div className="l-wrap">
        <h2 id="compatibility-title">
          Funciona con el teléfono <br />
          que ya tienen.
        </h2>
        <ul className="l-devices">
          {DEVICES.map(([Icon, device, way]) => (
            <li key={device}>
              <Icon aria-hidden="true" size={28} strokeWidth={1.9} />
              <p>
                <Point lead={device}>{way}</Point>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const LOOKS = { login: 'l-button l-ghost l-desk', register: 'l-button l-outline l-desk' } as const

function LandingTopBar({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <header className="l-top">
      <Mark size={26} />
      <SectionLinks label="Secciones" />
      <AccountLinks signedIn={signedIn} looks={LOOKS} />
      <a href="#quotation" className="l-button l-ink l-round">
        Cotizar
      </a>
      <MenuButton signedIn={signedIn} />
    </header>
  )
}

export interface LandingProps {
  readonly signedIn: boolean
  readonly year: number
}

/** A boundary that never waits: React hydrates each in a task of its own, or a phone answers no press meanwhile. */
const Part = ({ children }: { readonly children: ReactNode }) => <Suspense>{children}</Suspense>

export function LandingScreen({ signedIn, year }: LandingProps) {
  const demo = useDemo()
  return (
    <div className="landing">
      <SkipLink to="#contenido" />
      <CompactBar signedIn={signedIn} />
      <main>
        <Hero
          demo={demo}
          bar={<LandingTopBar signedIn={signedIn} />}
          actions={
            <>
              <a href="#quotation" className="l-button l-ink l-large">
                Cotizar para mi empresa <ArrowRight aria-hidden="true" size={20} strokeWidth={2.2} />
              </a>
              {demo.status !== 'missing' && (
                <a href={DEMO_PATH} className="l-button l-outline l-large">
                  Ver perfil demo
                </a>
              )}
            </>
          }
        />
        <Part>
          <AnalyticsSection />
        </Part>
        <Part>
          <StepsSection />
        </Part>
        <Part>
          <CompaniesSection />
        </Part>
        <Part>
          <ComparisonSection />
        </Part>
        <Part>
          <QuotationSection />
        </Part>
        <Part>
          <CompatibilitySection />
        </Part>
        <Part>
          <FaqSection />
        </Part>
      </main>
      <Footer signedIn={signedIn} year={year} />
    </div>
  )
}
