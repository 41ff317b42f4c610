import { YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { Mark } from '../../ui/brand/Mark.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { useDemo } from './demo/use-demo.ts'
import { Hero } from './hero/Hero.tsx'
import type { LandingProps } from './LandingScreen.tsx'
import { AccountLinks } from './nav/AccountLinks.tsx'

const LOOKS = { login: 'l-button l-outline l-large', register: 'l-button l-ink l-large' } as const

/** The simpler public page: the hero, and the ways into an account. */
export function StartScreen({ signedIn }: Pick<LandingProps, 'signedIn'>) {
  const demo = useDemo()
  return (
    <div className="landing">
      <SkipLink to="#contenido" />
      <main>
        <Hero
          demo={demo}
          bar={
            <div className="l-top">
              <Mark size={26} />
              <a href={YOUR_DATA_LINK.path} className="l-button l-ghost">
                {YOUR_DATA_LINK.text}
              </a>
            </div>
          }
          actions={<AccountLinks signedIn={signedIn} looks={LOOKS} />}
        />
      </main>
    </div>
  )
}
