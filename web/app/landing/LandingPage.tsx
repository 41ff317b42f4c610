import { useSyncExternalStore } from 'react'
import { LandingScreen, type BuiltParts, type LandingProps } from '../../features/landing/LandingScreen.tsx'
import { CrashScreen } from '../CrashScreen.tsx'
import { storedSession } from '../session/session-token.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { Mark } from '../../ui/brand.tsx'
import { SkipLink } from '../../ui/PageLinks.tsx'
import { useDemo } from '../../features/landing/demo/use-demo.ts'
import { Hero, LANDING, TOP_BAR } from '../../features/landing/hero/Hero.tsx'
import { landingButton } from '../../features/landing/Section.tsx'
import { AccountLinks } from '../../features/landing/nav/SectionLinks.tsx'

const LOOKS = { login: landingButton('outline', 'large'), register: landingButton('ink', 'large') }

function StartScreen({ signedIn }: Pick<LandingProps, 'signedIn'>) {
  const demo = useDemo()
  return (
    <div className={LANDING}>
      <SkipLink to="#contenido" />
      <main>
        <Hero
          demo={demo}
          bar={
            <div className={TOP_BAR}>
              <Mark size={26} />
              <a href={MY_DATA_LINK.path} className={landingButton('ghost')}>
                {MY_DATA_LINK.text}
              </a>
            </div>
          }
          actions={<AccountLinks signedIn={signedIn} looks={LOOKS} />}
        />
      </main>
    </div>
  )
}

function onStorage(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
}

/** Whether this browser has a session, for screens that only link to it. False in the HTML of the build. */
const useStoredSession = (): boolean =>
  useSyncExternalStore(
    onStorage,
    () => storedSession(Date.now()) !== undefined,
    () => false,
  )

const never = () => () => undefined
const currentYear = () => new Date().getFullYear()

export const PAGES = ['landing', 'inicio'] as const
export type PageName = (typeof PAGES)[number]

interface LandingPageProps {
  readonly page: PageName
  /** Year of the build: the first render in a browser has to equal the HTML. */
  readonly builtInYear: number
  readonly built: BuiltParts
}

export function LandingPage({ page, builtInYear, built }: LandingPageProps) {
  const signedIn = useStoredSession()
  const year = useSyncExternalStore(never, currentYear, () => builtInYear)
  return (
    <CrashScreen>
      {page === 'landing' ? (
        <LandingScreen signedIn={signedIn} year={year} built={built} />
      ) : (
        <StartScreen signedIn={signedIn} />
      )}
    </CrashScreen>
  )
}
