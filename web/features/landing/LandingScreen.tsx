import { ArrowRight } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { DEMO_PATH } from './demo/demo-page.ts'
import { useDemo } from './demo/use-demo.ts'
import { Hero } from './hero/Hero.tsx'
import { CompactBar } from './nav/CompactBar.tsx'
import { LandingTopBar } from './nav/LandingTopBar.tsx'
import { QuotationSection } from './quotation/QuotationSection.tsx'
import { AnalyticsSection } from './sections/AnalyticsSection.tsx'
import { CompaniesSection } from './sections/CompaniesSection.tsx'
import { ComparisonSection } from './sections/ComparisonSection.tsx'
import { CompatibilitySection } from './sections/CompatibilitySection.tsx'
import { FaqSection } from './sections/FaqSection.tsx'
import { Footer } from './sections/Footer.tsx'
import { StepsSection } from './sections/StepsSection.tsx'

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
