import { mailboxOf, pastedMailbox } from './email.ts'
import type { ProfileDetails } from '../profiles.ts'
import { phoneDigits, shownPhone } from './phone.ts'
import { NETWORKS, type Network, networkName } from '../traffic/kinds.ts'
import { clean, decoded, hrefOf, isOf, segmentsOf, shownAddress, webAddress } from './web-address.ts'

export type ContactLinkFields = Pick<ProfileDetails, keyof typeof TARGETS | 'custom_link_title'>

export interface ContactLink {
  readonly network: Network
  readonly label: string
  /** Absolute, with the scheme https, http, mailto or tel. */
  readonly href: string
  readonly text: string
}

type Target = Pick<ContactLink, 'href' | 'text'> | undefined

function emailTarget(typed: string): Target {
  const cleaned = clean(typed)
  // Only a pasted link has encoded characters (`%2B` for `+`), an address never has.
  const text = pastedMailbox(/^mailto:/i.test(cleaned) ? decoded(cleaned.slice('mailto:'.length)) : cleaned)
  const mailbox = mailboxOf(text)
  if (mailbox === undefined) return undefined
  const { local, domain } = mailbox
  return { href: `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`, text }
}

/** Their app writes addresses with a scheme of its own. */
function whatsappAddress(typed: string): URL | undefined {
  const text = clean(typed).replace(/^whatsapp:\/*/i, 'https://api.whatsapp.com/')
  const url = text.includes('/') ? webAddress(text) : undefined
  return url && isOf(url, 'wa.me', 'whatsapp.com') ? url : undefined
}

/** Chats of WhatsApp Business whose address has no number. */
const CHAT = /^\/(?:message|qr)\/\w+/

export function whatsappNumber(typed: string): string {
  const url = whatsappAddress(typed)
  if (url === undefined) return typed
  // Catalogues and products are `/c/<number>` and `/p/<product>/<number>`.
  const inPath = segmentsOf(url).filter((part) => part !== 'c')
  const named = inPath[0] === 'p' ? inPath[2] : inPath[0]
  const number = decoded(url.searchParams.get('phone') ?? named ?? '').replace(/^[\s+]+/, '')
  // Nine digits from 9 are a Chilean mobile without country code, which no wa.me address can have.
  return /^9\d{8}$/.test(number.replace(/\D/g, '')) ? number : `+${number}`
}

function whatsappTarget(typed: string): Target {
  const chat = CHAT.exec(whatsappAddress(typed)?.pathname ?? '')?.[0]
  if (chat !== undefined) return { href: `https://wa.me${chat}`, text: `wa.me${chat}` }
  const number = whatsappNumber(typed)
  const [digits, text] = [phoneDigits(number), shownPhone(number)]
  return digits !== undefined && text !== undefined ? { href: `https://wa.me/${digits}`, text } : undefined
}

const shortTarget = ({ pathname }: URL, host: string): Target =>
  pathname === '/' ? undefined : { href: `https://${host}${pathname}`, text: `${host}${pathname}` }

/** Networks on which a profile has a page of its own, and their hosts. */
export const SOCIAL_HOSTS = {
  linkedin: ['linkedin.com', 'lnkd.in'],
  instagram: ['instagram.com', 'instagr.am'],
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
} as const satisfies Partial<Record<Network, readonly string[]>>

const LINKEDIN_KINDS = ['in', 'company', 'school', 'showcase']

function linkedinTarget(typed: string): Target {
  const text = clean(typed).replace(/^[@/]+/, '')
  const bare = /^[\p{L}\p{N}%_-]+$/u.test(text)
  const relative = LINKEDIN_KINDS.some((kind) => text.toLowerCase().startsWith(`${kind}/`))
  const url = webAddress(bare ? `linkedin.com/in/${text}` : relative ? `linkedin.com/${text}` : text)
  if (url && isOf(url, 'lnkd.in')) return shortTarget(url, 'lnkd.in')
  if (!url || !isOf(url, 'linkedin.com')) return undefined
  const segments = segmentsOf(url)
  const at = segments.findIndex((segment) => LINKEDIN_KINDS.includes(segment.toLowerCase()))
  const [kind, name] = [segments[at]?.toLowerCase(), decoded(segments[at + 1] ?? '')]
  if (kind === undefined || name === '') return undefined
  return { href: `https://www.linkedin.com/${kind}/${encodeURIComponent(name)}/`, text: `${kind}/${name}` }
}

const INSTAGRAM_PLACES =
  /^(?:p|reels?|tv|explore|stories|highlights|accounts|direct|share|invites|nametag|about|legal|web)$/i

function instagramTarget(typed: string): Target {
  const text = clean(typed)
  // `tienda.cl` can also be a user name; an address of Instagram itself cannot.
  const address = webAddress(text)
  const isTheirs = address !== undefined && isOf(address, ...SOCIAL_HOSTS.instagram)
  if (text.includes('/') && address !== undefined && !isTheirs) return undefined
  // Phones that share a profile put `_u` before its name.
  const user = (isTheirs ? (segmentsOf(address).find((part) => part !== '_u') ?? '') : text).replace(/^@/, '')
  if (!/^(?!.*\.\.)[A-Za-z0-9._]{1,30}$/.test(user) || user.endsWith('.')) return undefined
  if (INSTAGRAM_PLACES.test(user)) return undefined
  return { href: `https://www.instagram.com/${user}/`, text: `@${user}` }
}

/** PLACES name a page only with the next segment; ROOMS belong to no page. */
const FACEBOOK_PLACES = ['share', 'people', 'groups', 'pages', 'p']
const FACEBOOK_ROOMS =
  /^(?:watch|events?|marketplace|photos?|videos?|reels?|stories|login|sharer?|hashtag|gaming|help|home|search|plugins|dialog|messages|media|notes|people|groups|pages|p|pg)$/

/** Old pages have their title in the name, with accents: `Café-Central-123456`. */
const FACEBOOK_NAME = /^(?:[\w.-]+|[\p{L}\p{M}\p{N}_.-]+-\d{5,})$/u

/** A text such as `andes.cl` is a page name, unless the host is Facebook's. */
function facebookAddress(typed: string): URL | undefined {
  const text = clean(typed).replace(/^@/, '')
  const address = webAddress(text)
  if (address !== undefined && isOf(address, ...SOCIAL_HOSTS.facebook)) return address
  const isBare = FACEBOOK_NAME.test(text) || text.startsWith('profile.php?')
  return isBare ? webAddress(`facebook.com/${text}`) : undefined
}

function facebookTarget(typed: string): Target {
  const url = facebookAddress(typed)
  if (url === undefined) return undefined
  if (isOf(url, 'fb.me')) return shortTarget(url, 'fb.me')
  // Companies' pages once had the path `/pg/<name>`.
  const [first = '', ...rest] = segmentsOf(url).filter((part, at) => at > 0 || part !== 'pg')
  const home = 'https://www.facebook.com'
  const id = url.searchParams.get('id') ?? ''
  if (first === 'profile.php' && /^\d+$/.test(id))
    return { href: `${home}/profile.php?id=${id}`, text: 'Ver perfil' }
  if (FACEBOOK_PLACES.includes(first) && rest.length > 0)
    return { href: `${home}${url.pathname}`, text: 'Ver perfil' }
  const name = decoded(first)
  if (!FACEBOOK_NAME.test(name) || name.endsWith('.php') || FACEBOOK_ROOMS.test(name)) return undefined
  return { href: `${home}/${encodeURIComponent(name)}`, text: name }
}

function websiteTarget(typed: string): Target {
  const url = webAddress(typed)
  return url && { href: hrefOf(url), text: shownAddress(url, typed) }
}

function customTarget(typed: string): Target {
  const text = clean(typed)
  if (/^mailto:/i.test(text)) return emailTarget(text)
  return /^tel:/i.test(text) ? callTarget(text.slice(4)) : websiteTarget(text)
}

/** No network: whoever presses it leaves no click. */
export function callTarget(typed: string): Target {
  const [digits, text] = [phoneDigits(typed), shownPhone(typed)]
  return digits !== undefined && text !== undefined ? { href: `tel:+${digits}`, text } : undefined
}

/** Some mail programs cut links of about 2,000 characters. */
export const MAIL_LINK_CHARS_MAX = 1_899

export const TARGETS = {
  email: emailTarget,
  whatsapp: whatsappTarget,
  linkedin: linkedinTarget,
  instagram: instagramTarget,
  facebook: facebookTarget,
  website: websiteTarget,
  custom_link: customTarget,
} as const satisfies Partial<Record<keyof ProfileDetails, (typed: string) => Target>>

/** In the order of NETWORKS. The owner's own link needs a title. */
export function contactLinks(profile: ContactLinkFields): readonly ContactLink[] {
  const title = profile.custom_link_title.trim()
  const targetOf = (network: Network): Target => {
    if (network !== 'custom') return TARGETS[network](profile[network])
    return title === '' ? undefined : TARGETS.custom_link(profile.custom_link)
  }
  return NETWORKS.flatMap((network) => {
    const target = targetOf(network)
    return target ? [{ network, label: networkName(network, title), ...target }] : []
  })
}
