import { contactLinks, type ContactLink } from '@app/contracts/fields/links.ts'
import type { ViewedProfile } from './viewed-profile.ts'
import { Icon } from './Icon.tsx'

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

const leavesTheBrowser = ({ href }: ContactLink): boolean => /^(?:mailto:|tel:|https:\/\/wa\.me\/)/.test(href)

function LinkTile({ link, wide }: { link: ContactLink; wide: boolean }) {
  const own = link.network === 'custom'
  const spoken = `${link.label}, ${link.text}${leavesTheBrowser(link) ? ', abre en otra aplicación' : ''}`
  return (
    <a
      className={`tile${wide || own ? ' wide' : ''}${own ? ' own' : ''}`}
      href={link.href}
      rel="noopener"
      aria-label={spoken}
      data-network={link.network}
    >
      <Icon name={link.network} />
      <span>
        <b>{link.label}</b>
        <small>{link.text}</small>
      </span>
      <Icon name="go" size={16} />
    </a>
  )
}
