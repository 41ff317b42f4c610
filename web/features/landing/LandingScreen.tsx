import { ArrowRight, Menu } from 'lucide-react'
import { Suspense, useSyncExternalStore, lazy, useState, type ReactNode } from 'react'
import { SkipLink } from '../../ui/PageLinks.tsx'
import { DEMO_PATH, useDemo } from './demo/use-demo.ts'
import { Hero, LANDING, TOP_BAR } from './hero/Hero.tsx'
import { QuotationSection } from './quotation/QuotationSection.tsx'
import { Mark } from '../../ui/brand.tsx'
import { SectionLinks, AccountLinks } from './nav/SectionLinks.tsx'
import { landingButton, WRAP, NARROW_COLUMNS, NIGHT_BLOCK } from './Section.tsx'
import { PRIVACY_LINK, MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { NETWORK_GLYPHS } from '../../ui/NetworkGlyph.tsx'
import { EmailText } from '../../ui/people.tsx'

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
        className="-mr-2 grid size-11 flex-none place-items-center rounded-full desk:hidden"
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

const APPEARS_PX = 400

const COMPACT =
  'fixed inset-x-0 top-0 z-10 animate-fade bg-surface shadow-[0_1px_0_var(--line)] forced-colors:border'
// The word wraps out of sight where it has no room beside the buttons.
const COMPACT_MARK =
  'mr-auto flex min-w-[22px] *:mb-0.5 *:h-[1.5em] *:flex-wrap *:overflow-hidden *:pr-px [&_svg]:h-[1.5em]'

function CompactBar({ signedIn }: { readonly signedIn: boolean }) {
  if (!useScrolledBeyond(APPEARS_PX)) return null
  return (
    <div className={COMPACT}>
      <div className={`${WRAP} flex h-[60px] items-center gap-3`}>
        <a href="#contenido" aria-label="Volver arriba" className={COMPACT_MARK}>
          <Mark size={22} />
        </a>
        <SectionLinks label="Secciones, barra fija" />
        <a href="#quotation" className={landingButton('ink')}>
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

const LOOKS = {
  login: `${landingButton('ghost')} max-desk:hidden`,
  register: `${landingButton('outline')} max-desk:hidden`,
}

function LandingTopBar({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <header className={TOP_BAR}>
      <Mark size={26} />
      <SectionLinks label="Secciones" className="mr-[18px]" />
      <AccountLinks signedIn={signedIn} looks={LOOKS} />
      <a href="#quotation" className={landingButton('ink')}>
        Cotizar
      </a>
      <MenuButton signedIn={signedIn} />
    </header>
  )
}

/** Parts that do nothing, above the form and below it. */
export type BuiltParts = Readonly<Record<'before' | 'after', string>>

export interface LandingProps {
  readonly signedIn: boolean
  readonly year: number
  readonly built: BuiltParts
}

/** Markup of our own build. React leaves it as it is, so that no browser loads and runs the code of these parts. */
const Built = ({ html }: { readonly html: string }) => (
  <div data-built="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
)

export function LandingScreen({ signedIn, year, built }: LandingProps) {
  const demo = useDemo()
  return (
    <div className={LANDING}>
      <SkipLink to="#contenido" />
      <CompactBar signedIn={signedIn} />
      <main>
        <Hero
          demo={demo}
          bar={<LandingTopBar signedIn={signedIn} />}
          actions={
            <>
              <a href="#quotation" className={landingButton('ink', 'large')}>
                Cotizar para mi empresa <ArrowRight aria-hidden="true" size={20} strokeWidth={2.2} />
              </a>
              {demo.status !== 'missing' && (
                <a href={DEMO_PATH} className={landingButton('outline', 'large')}>
                  Ver perfil demo
                </a>
              )}
            </>
          }
        />
        <Built html={built.before} />
        <QuotationSection />
        <Built html={built.after} />
      </main>
      <Footer signedIn={signedIn} year={year} />
    </div>
  )
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

function Footer({ signedIn, year }: { readonly signedIn: boolean; readonly year: number }) {
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
            <a href="#analytics">Analíticas</a>
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
        <p className="mt-12 flex flex-wrap gap-x-4 text-[0.875rem] text-night-caption *:underline *:underline-offset-3">
          © {year} {PRODUCT.name}. Santiago, Chile.
          <a href={PRIVACY_LINK.path}>Privacidad</a>
          <a href={MY_DATA_LINK.path}>{MY_DATA_LINK.text}</a>
        </p>
      </div>
    </footer>
  )
}
