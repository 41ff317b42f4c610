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

function whatsappAddress(typed: string): URL | undefined {
  const url = typed.includes('/') ? webAddress(typed) : undefined
  return url && isOf(url, 'wa.me', 'whatsapp.com') ? url : undefined
}

/** Chats of WhatsApp Business whose address has no number. */
const CHAT = /^\/(?:message|qr)\/\w+/

export function whatsappNumber(typed: string): string {
  const url = whatsappAddress(typed)
  if (url === undefined) return typed
  const number = url.searchParams.get('phone') ?? segmentsOf(url)[0] ?? ''
  return `+${number.replace(/^[\s+]+/, '')}`
}

function whatsappTarget(typed: string): Target {
  const chat = CHAT.exec(whatsappAddress(typed)?.pathname ?? '')?.[0]
  if (chat !== undefined) return { href: `https://wa.me${chat}`, text: `wa.me${chat}` }
  const number = whatsappNumber(typed)
  const [digits, text] = [phoneDigits(number), shownPhone(number)]
  return digits !== undefined && text !== undefined ? { href: `https://wa.me/${digits}`, text } : undefined
}

interface SocialNetwork {
  readonly hosts: readonly [string, ...string[]]
  readonly user: RegExp
  readonly folder: string
  readonly end: '' | '/'
  readonly shown: (path: string) => string
}

export const SOCIAL = {
  linkedin: {
    hosts: ['linkedin.com', 'lnkd.in'],
    user: /^[\p{L}\p{N}%_-]+$/u,
    folder: 'in/',
    end: '/',
    shown: (path) => path,
  },
  instagram: {
    hosts: ['instagram.com', 'instagr.am'],
    user: /^(?!.*\.\.)[\w.]{1,30}(?<!\.)$/,
    folder: '',
    end: '/',
    shown: (path) => `@${path}`,
  },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
    user: /^[\p{L}\p{M}\p{N}_.-]+$/u,
    folder: '',
    end: '',
    shown: (path) => (/\/|\.php/.test(path) ? 'Ver perfil' : path),
  },
} as const satisfies Partial<Record<Network, SocialNetwork>>

/** A user's name, or an address of the network, without what was copied along. `andes.cl` may be a name as well. */
function socialTarget(network: keyof typeof SOCIAL, typed: string): Target {
  const { hosts, user, folder, end, shown }: SocialNetwork = SOCIAL[network]
  const text = clean(typed).replace(/^@/, '')
  const address = webAddress(text)
  const isTheirs = address !== undefined && isOf(address, ...hosts)
  const url = isTheirs ? address : user.test(text) ? webAddress(`${hosts[0]}/${folder}${text}`) : undefined
  const path = url && segmentsOf(url).join('/')
  if (!url || !path) return undefined
  if (!isOf(url, hosts[0]))
    return { href: `https://${url.hostname}/${path}`, text: `${url.hostname}/${path}` }
  const rest = path === 'profile.php' ? url.search : end
  return { href: `https://www.${hosts[0]}/${path}${rest}`, text: shown(decoded(path)) }
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

/** No network: pressing it records no click. */
export function callTarget(typed: string): Target {
  const [digits, text] = [phoneDigits(typed), shownPhone(typed)]
  return digits !== undefined && text !== undefined ? { href: `tel:+${digits}`, text } : undefined
}

export const TARGETS = {
  email: emailTarget,
  whatsapp: whatsappTarget,
  linkedin: (typed: string) => socialTarget('linkedin', typed),
  instagram: (typed: string) => socialTarget('instagram', typed),
  facebook: (typed: string) => socialTarget('facebook', typed),
  website: websiteTarget,
  custom_link: customTarget,
} as const satisfies Partial<Record<keyof ProfileDetails, (typed: string) => Target>>

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
