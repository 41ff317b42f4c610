import type { Device, TouchScreen, Referrer, Exclusion } from '@app/contracts/traffic/kinds.ts'
import Bowser from 'bowser'
import { createIsbotFromList, list } from 'isbot'
import { LRUCache } from 'lru-cache'

export interface UserAgent {
  /** Also true for an empty user agent. */
  readonly isRobot: boolean
  readonly device: Device
}

/** Page testers and link checkers with ordinary browser user agents, which isbot does not list. */
const MORE_ROBOTS = ['gtmetrix', '\\bylt\\b', 'miniature\\.io', 'tsm-turingos', '\\bfluid/']
const isRobot = createIsbotFromList([...list, ...MORE_ROBOTS])

const REMEMBERED_MAX = 5_000
/** Parsing a user agent takes as long as all other work on its event, and most user agents repeat. */
const remembered = new LRUCache<string, UserAgent>({
  max: REMEMBERED_MAX,
  memoMethod: (text) => ({ isRobot: text.trim() === '' || isRobot(text), device: deviceOf(text) }),
})

export const userAgentOf = (text: string): UserAgent => remembered.memo(text)

function deviceOf(text: string): Device {
  if (text.trim() === '') return 'other'
  const { platform, os } = Bowser.parse(text)
  switch (platform.type) {
    case 'mobile':
      return os.name === 'iOS' ? 'iphone' : os.name === 'Android' ? 'android' : 'other'
    case 'tablet':
    case 'desktop':
      return platform.type
    default:
      return 'other'
  }
}

/** iPads name a Mac, tablets with Android Linux, and so do phones that ask for the page of a desktop. */
export function touchedDevice(device: Device, text: string, touch: TouchScreen | undefined): Device {
  if (touch === undefined || device !== 'desktop') return device
  if (touch === 'large') return 'tablet'
  return text.includes('Macintosh') ? 'iphone' : 'android'
}

/** The first match applies: mail hosts are subdomains of search engines. Android apps send their package name. */
const GROUPS: readonly (readonly [Referrer, RegExp])[] = [
  [
    'mail',
    /(?:^|\.)(?:(?:e?mail|webmail|correo|outlook)\.|(?:mail|outlook)$)|(?:^|\.)com\.google\.android\.gm$/,
  ],
  ['whatsapp', /(?:^|\.)(?:wa\.me|wl\.co|whatsapp\.(?:com|net))$|^com\.whatsapp(?:\.|$)/],
  ['instagram', /(?:^|\.)(?:instagram\.com|instagr\.am)$|^com\.instagram\./],
  ['facebook', /(?:^|\.)(?:facebook\.com|fb\.(?:com|me)|messenger\.com)$|^com\.facebook\./],
  ['linkedin', /(?:^|\.)(?:linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  [
    'search',
    /^(?:(?:www|m|images|lens)\.)?google\.(?:com?\.)?[a-z]{2,3}$|(?:^|^www\.|(?:^|\.)search\.)yahoo\.(?:com?\.)?[a-z]{2,3}$|(?:^|\.)(?:bing\.com|duckduckgo\.com|ecosia\.org|search\.brave\.com)$|^com\.google\.android\.googlequicksearchbox$/,
  ],
]

export function referrerOf(host: string | undefined): Referrer {
  if (host === undefined || host === '') return 'none'
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
}

export interface RequestSigns {
  readonly isRobot: boolean
  readonly purpose?: string | undefined
  readonly request: 'get' | 'head' | 'part'
  readonly actorKind: 'visitor' | 'owner' | 'admin' | 'system'
}

const NOBODY_LOOKS = /prefetch|preview|prerender/i

export function ownExclusionOf({ isRobot, purpose, request, actorKind }: RequestSigns): Exclusion | null {
  if (isRobot) return 'robot'
  if (request !== 'get' || (purpose !== undefined && NOBODY_LOOKS.test(purpose))) return 'preview'
  if (actorKind === 'owner' || actorKind === 'admin') return 'own'
  return null
}
