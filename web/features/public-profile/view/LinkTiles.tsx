import { contactLinks } from '@app/contracts/fields/links.ts'
import { LinkTile } from './LinkTile.tsx'
import type { ViewedProfile } from './viewed-profile.ts'

export function LinkTiles({ profile }: { profile: ViewedProfile }) {
  const links = contactLinks(profile)
  if (links.length === 0) return null
  const inPairs = links.filter(({ network }) => network !== 'custom')
  const alone = inPairs.length % 2 === 1 ? inPairs.at(-1) : undefined
  return (
    <nav className="links" aria-label="Enlaces de contacto">
      {links.map((link) => (
        <LinkTile key={link.network} link={link} wide={link === alone} />
      ))}
    </nav>
  )
}
