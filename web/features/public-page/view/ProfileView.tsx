import { DEMO_SLUG } from '@app/contracts/product.ts'
import type { ReactNode } from 'react'
import { Person, widthSet, densitySet, type ViewedProfile, type VisitorForm } from './Person.tsx'
import { PoweredBy, Rings, Icon } from './Icon.tsx'
import { BACKGROUND_WIDTHS, imagePath, widthName, LOGO_WIDTHS } from '@app/contracts/fields/pictures.ts'
import { callTarget, contactLinks, type ContactLink } from '@app/contracts/fields/links.ts'

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

function LinkTiles({ profile }: { profile: ViewedProfile }) {
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
  const spoken = `${tile.label} ${tile.text}${leavesTheBrowser(tile) ? ', abre en otra aplicación' : ''}`
  return (
    <a
      className={`tile${wide || own ? ' wide' : ''}${own ? ' own' : ''}`}
      href={tile.href}
      aria-label={spoken}
      data-network={tile.network === 'phone' ? undefined : tile.network}
    >
      <Icon name={tile.network} />
      <span>
        <b>{tile.label}</b> <small>{tile.text}</small>
      </span>
      <Icon name="go" size={16} />
    </a>
  )
}

const OPENERS = [
  { form: 'remind', icon: 'bell', word: 'Recuérdamelo', more: ': recibe un recordatorio por correo' },
  { form: 'identify', icon: 'users', word: 'Identifícate', more: ' (opcional)' },
] as const satisfies readonly { form: VisitorForm; icon: string; word: string; more: string }[]

function Openers() {
  return (
    <div className="openers">
      {OPENERS.map(({ form, icon, word, more }) => (
        <button key={form} type="button" className="round" aria-label={word + more} data-opens={form}>
          <i>
            <Icon name={icon} size={20} stroke={1.9} />
          </i>
          <span>{word}</span>
        </button>
      ))}
    </div>
  )
}

function TopBar({ profile }: { profile: ViewedProfile }) {
  const company = profile.company.trim()
  return (
    <div className="top">
      {profile.company_logo !== null ? (
        <div className="logo">
          <img
            src={imagePath(profile.company_logo, widthName(LOGO_WIDTHS[0]))}
            srcSet={densitySet(profile.company_logo, LOGO_WIDTHS)}
            alt={company}
            width="96"
            height="24"
          />
        </div>
      ) : (
        company !== '' && (
          <div className="logo">
            <span dir="auto">{company}</span>
          </div>
        )
      )}
      <Openers />
    </div>
  )
}

/** The same width as the style sheet's breakpoint. */
const WIDE = '(min-width:56.25em)'

function Backdrop({ image }: { image: string }) {
  const { upright, whole } = BACKGROUND_WIDTHS
  return (
    <div className="backdrop">
      <picture>
        <source media={WIDE} srcSet={imagePath(image, widthName(whole))} />
        <img
          src={imagePath(image, widthName(upright[0]))}
          srcSet={widthSet(image, upright)}
          sizes="100vw"
          alt=""
          width="720"
          height="1280"
        />
      </picture>
    </div>
  )
}

interface Props {
  readonly profile: ViewedProfile
  readonly home: string
  /** Inside another page, which has a `main` and an `h1` of its own. */
  readonly embedded?: boolean
  readonly offer?: ReactNode
  readonly foot?: ReactNode
  readonly children?: ReactNode
}

/** Without document or scripts. Needs the rules of ProfileFrame.tsx, and an ancestor with the colours of themes.ts. */
export function ProfileView({ profile, home, embedded = false, offer, foot, children }: Props) {
  const Column = embedded ? 'div' : 'main'
  return (
    <>
      {profile.background_image !== null && <Backdrop image={profile.background_image} />}
      <Column className="column">
        {/* Not behind a photo; the landing shows the demo without its own. */}
        <div className="cover">
          {(profile.background_image === null || profile.slug === DEMO_SLUG) && <Rings />}
        </div>
        <TopBar profile={profile} />
        {children}
        <Person profile={profile} nameAs={embedded ? 'p' : 'h1'} />
        <SaveContact slug={profile.slug} hasPhoto={profile.profile_image !== null} />
        <LinkTiles profile={profile} />
        {offer}
        <ShareLink />
        <PoweredBy home={home} />
        {foot}
      </Column>
    </>
  )
}

/** For a system with a share sheet, browser/share.ts names it «Compartir» and removes the first icon. */
function ShareLink() {
  return (
    <>
      <button type="button" className="share" data-share>
        <Icon name="custom" size={18} />
        <Icon name="share" size={18} />
        <span data-share-label>Copiar enlace</span>
      </button>
      <output className="unseen" data-share-status />
    </>
  )
}

interface SaveContactProps {
  readonly slug: string
  readonly hasPhoto: boolean
}

/** A plain link, so that it works without JavaScript. Above the links: a foot that stays would cover them. */
function SaveContact({ slug, hasPhoto }: SaveContactProps) {
  const address = `/api/profile/${encodeURIComponent(slug)}/vcf`
  return (
    <div className="bar">
      <a className="save" id="guardar" href={address} data-save>
        <Icon name="save" size={21} stroke={2.2} />
        <Icon name="tick" size={21} stroke={2.4} />
        <span data-save-label>Guardar contacto</span>
      </a>
      {hasPhoto && (
        <p className="plain" hidden data-save-plain>
          ¿No se guarda? <a href={`${address}?foto=0`}>Descargar sin foto</a>
        </p>
      )}
      <output className="unseen" data-save-status />
    </div>
  )
}
