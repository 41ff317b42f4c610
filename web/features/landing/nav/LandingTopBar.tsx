import { Mark } from '../../../ui/brand/Mark.tsx'
import { AccountLinks } from './AccountLinks.tsx'
import { MenuButton } from './MenuButton.tsx'
import { SectionLinks } from './SectionLinks.tsx'

const LOOKS = { login: 'l-button l-ghost l-desk', register: 'l-button l-outline l-desk' } as const

export function LandingTopBar({ signedIn }: { readonly signedIn: boolean }) {
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
