import type { ReactNode } from 'react'
import { Backdrop } from './Backdrop.tsx'
import { LinkTiles } from './LinkTiles.tsx'
import { Person } from './Person.tsx'
import { PoweredBy } from './PoweredBy.tsx'
import { Rings } from './Rings.tsx'
import { SaveContact } from './SaveContact.tsx'
import { TopBar } from './TopBar.tsx'
import type { ViewedProfile } from './viewed-profile.ts'
import { Icon } from './Icon.tsx'

interface Props {
  readonly profile: ViewedProfile
  /** Target of «POWERED BY». */
  readonly home: string
  /** Of the reminder whose link opened the page. */
  readonly token?: string | undefined
  /** Inside another page, which has a `main` and an `h1` of its own. */
  readonly embedded?: boolean
  /** Below the links, on the page itself. */
  readonly offer?: ReactNode
  /** Below «POWERED BY», on the page itself. */
  readonly foot?: ReactNode
  /** Content that the document adds below the bar at the top. */
  readonly children?: ReactNode
}

/**
 * What a profile looks like, without document or scripts. It needs the rules that ProfileFrame.tsx lists, and an
 * ancestor (the body, or `.profile` in a frame) with the colours that themes.ts gives.
 */
export function ProfileView({ profile, home, token, embedded = false, offer, foot, children }: Props) {
  const Column = embedded ? 'div' : 'main'
  return (
    <>
      {profile.background_image !== null && <Backdrop image={profile.background_image} />}
      <Column className="column">
        <div className="cover">
          <Rings />
        </div>
        <TopBar profile={profile} />
        {children}
        <Person profile={profile} nameAs={embedded ? 'p' : 'h1'} />
        <LinkTiles profile={profile} />
        {offer}
        <ShareLink />
        <PoweredBy home={home} />
        {foot}
        <SaveContact slug={profile.slug} token={token} />
      </Column>
    </>
  )
}

/** browser/share/share.ts names it «Compartir» where the system has a share sheet. */
function ShareLink() {
  return (
    <>
      <button type="button" className="share" data-share>
        <Icon name="share" size={18} />
        <span data-share-label>Copiar enlace</span>
      </button>
      <output className="unseen" data-share-status />
    </>
  )
}
