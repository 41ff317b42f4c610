import { callTarget, contactLinks, type ContactLink } from '@app/contracts/fields/links.ts'
import type { ViewedProfile } from './viewed-profile.ts'
import { Icon } from './Icon.tsx'

type Tile = Omit<ContactLink, 'network'> & { readonly network: ContactLink['network'] | 'phone' }

const isOwn = ({ network }: Tile): boolean => network === 'custom'

/** In the specification's order; the phone closes the pairs, before the link of one's own. */
function tilesOf(profile: ViewedProfile): readonly Tile[] {
  const links = contactLinks(profile)
  const call = callTarget(profile.phone)
  return [
    ...links.filter((link) => !isOwn(link)),
    ...(call === undefined ? [] : [{ network: 'phone' as const, label: 'Llamar', ...call }]),
    ...links.filter(isOwn),
  ]
}

export function LinkTiles({ profile }: { profile: ViewedProfile }) {
  const tiles = tilesOf(profile)
  if (tiles.length === 0) return null
  const inPairs = tiles.filter((tile) => !isOwn(tile))
  const alone = inPairs.length % 2 === 1 ? inPairs.at(-1) : undefined
  return (
    <nav className="links" aria-label="Enlaces de contacto">
      {tiles.map((tile) => (
        <LinkTile key={tile.network} tile={tile} wide={tile === alone} />
      ))}
    </nav>
  )
}

const leavesTheBrowser = ({ href }: Tile): boolean => /^(?:mailto:|tel:|https:\/\/wa\.me\/)/.test(href)

/** `data-network` is what a press counts as; a call counts as nothing. */
function LinkTile({ tile, wide }: { tile: Tile; wide: boolean }) {
  const own = isOwn(tile)
  const spoken = `${tile.label}, ${tile.text}${leavesTheBrowser(tile) ? ', abre en otra aplicación' : ''}`
  return (
    <a
      className={`tile${wide || own ? ' wide' : ''}${own ? ' own' : ''}`}
      href={tile.href}
      rel="noopener"
      aria-label={spoken}
      data-network={tile.network === 'phone' ? undefined : tile.network}
    >
      <Icon name={tile.network} />
      <span>
        <b>{tile.label}</b>
        <small>{tile.text}</small>
      </span>
      <Icon name="go" size={16} />
    </a>
  )
}
