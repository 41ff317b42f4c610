import { useSyncExternalStore } from 'react'
import { LandingScreen } from '../../features/landing/LandingScreen.tsx'
import { StartScreen } from '../../features/landing/StartScreen.tsx'
import { CrashScreen } from '../CrashScreen.tsx'
import { useStoredSession } from '../session/use-stored-session.ts'

const never = () => () => undefined
const currentYear = () => new Date().getFullYear()

export const PAGES = ['landing', 'inicio'] as const
export type PageName = (typeof PAGES)[number]

interface LandingPageProps {
  readonly page: PageName
  /** Of the build: the first render in a browser has to equal the HTML. */
  readonly builtInYear: number
}

export function LandingPage({ page, builtInYear }: LandingPageProps) {
  const signedIn = useStoredSession()
  const year = useSyncExternalStore(never, currentYear, () => builtInYear)
  return (
    <CrashScreen>
      {page === 'landing' ? (
        <LandingScreen signedIn={signedIn} year={year} />
      ) : (
        <StartScreen signedIn={signedIn} />
      )}
    </CrashScreen>
  )
}
