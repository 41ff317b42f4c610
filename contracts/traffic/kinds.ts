import type { Priority } from '../analytics.ts'

export const NETWORKS = [
  'email',
  'whatsapp',
  'linkedin',
  'instagram',
  'facebook',
  'website',
  'custom',
] as const
export type Network = (typeof NETWORKS)[number]

/** Sizes of a screen that is touched, of a device whose user agent names a desktop. */
export const TOUCH_SCREENS = ['small', 'large'] as const
export type TouchScreen = (typeof TOUCH_SCREENS)[number]
export const SOURCES = ['nfc', 'qr', 'link'] as const
export type Source = (typeof SOURCES)[number]

export const DEVICES = ['iphone', 'android', 'tablet', 'desktop', 'other'] as const
export type Device = (typeof DEVICES)[number]

/** By the host of the referring page; `none` without one, as from cards and apps. */
export const REFERRERS = [
  'none',
  'whatsapp',
  'instagram',
  'facebook',
  'linkedin',
  'search',
  'mail',
  'other',
] as const
export type Referrer = (typeof REFERRERS)[number]

export const SHARING_APPS = [
  'whatsapp',
  'telegram',
  'linkedin',
  'x',
  'slack',
  'discord',
  'teams',
  'facebook',
  'pinterest',
  'imessage',
  'signal',
  'other',
] as const
export type SharingApp = (typeof SHARING_APPS)[number]

export const TRAFFIC_KINDS = ['tap', 'click', 'download'] as const
export type TrafficKind = (typeof TRAFFIC_KINDS)[number]

export const EXCLUSIONS = ['robot', 'preview', 'own', 'repeat', 'excess'] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

export const TRAFFIC_EVENTS = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded', 'PagePreviewed'] as const

export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
  linkedin: 'LinkedIn',
  instagram: 'Instagram',
  facebook: 'Facebook',
  website: 'Sitio Web',
  custom: 'Enlace propio',
}

/** @param customTitle the owner's title of the custom link, or '' */
export const networkName = (network: Network, customTitle: string): string =>
  network === 'custom' && customTitle !== '' ? customTitle : NETWORK_NAMES[network]

export const SOURCE_NAMES: Readonly<Record<Source, string>> = {
  nfc: 'Tarjeta NFC',
  qr: 'Código QR',
  link: 'Enlace',
}

export const DEVICE_NAMES: Readonly<Record<Device, string>> = {
  iphone: 'iPhone',
  android: 'Android',
  tablet: 'Tableta',
  desktop: 'Computador',
  other: 'Otro',
}

export const REFERRER_NAMES: Readonly<Record<Referrer, string>> = {
  none: 'Directo',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  search: 'Buscador',
  mail: 'Correo',
  other: 'Otro sitio',
}

export const SHARING_APP_NAMES: Readonly<Record<SharingApp, string>> = {
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  x: 'X',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  facebook: 'Facebook',
  pinterest: 'Pinterest',
  imessage: 'iMessage',
  signal: 'Signal',
  other: 'otras apps',
}

export const PRIORITY_NAMES: Readonly<Record<Priority, string>> = {
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

const APPS: readonly (readonly [RegExp, SharingApp])[] = [
  [/whatsapp/i, 'whatsapp'],
  [/telegrambot/i, 'telegram'],
  [/linkedinbot/i, 'linkedin'],
  [/twitterbot/i, 'x'],
  [/slackbot|slack-imgproxy/i, 'slack'],
  [/discordbot/i, 'discord'],
  [/skypeuripreview|microsoftpreview/i, 'teams'],
  [/facebookexternalhit|facebot|meta-externalfetcher/i, 'facebook'],
  [/pinterestbot|^pinterest\//i, 'pinterest'],
]

/** Signal fetches previews as a WhatsApp without a release, which WhatsApp itself always names. */
const SIGNAL = /^WhatsApp\/2$/i
const LIKENESS = /\(like [^)]*\)/gi
const IN_PARENTHESES = /\([^)]*\)/g
const PRODUCT = /[\w.-]+(?=\/\d)/g
const OF_BROWSERS = /^(?:mozilla|applewebkit|version|chrome|mobile|safari|gecko|firefox|edg|preview)$/i

/** The app whose robot fetches a page for a preview. Robots often name a familiar one too: two apps mean none. */
export function previewAppOf(userAgent: string): SharingApp | undefined {
  if (SIGNAL.test(userAgent)) return 'signal'
  const text = userAgent.replace(LIKENESS, '')
  const [app, ...more] = APPS.filter(([pattern]) => pattern.test(text)).map(([, one]) => one)
  if (app === undefined) return undefined
  if (more.length > 0) return app === 'x' && more.join() === 'facebook' ? 'imessage' : 'other'
  const products = text.replace(IN_PARENTHESES, '').match(PRODUCT) ?? []
  return products.some((product) => !OF_BROWSERS.test(product) && !isOf(app, product)) ? 'other' : app
}

const isOf = (app: SharingApp, product: string): boolean =>
  APPS.some(([pattern, one]) => one === app && pattern.test(`${product}/`))

/** Values by which the facts of a day are counted: visits, clicks by network, excluded facts and previews. */
export const DAY_COUNTS = {
  network: NETWORKS,
  source: SOURCES,
  referrer: REFERRERS,
  device: DEVICES,
  'excluded-tap': EXCLUSIONS,
  'excluded-click': EXCLUSIONS,
  'excluded-download': EXCLUSIONS,
  shared: SHARING_APPS,
} as const
export type Dimension = keyof typeof DAY_COUNTS

export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)

export const countColumn = (dimension: Dimension | 'hour', value: string | number): string =>
  `${dimension.replace('-', '_')}_${value}`

export const COUNT_COLUMNS: readonly string[] = [
  ...HOURS.map((hour) => countColumn('hour', hour)),
  ...Object.entries(DAY_COUNTS).flatMap(([dimension, values]) =>
    values.map((value) => countColumn(dimension as Dimension, value)),
  ),
]
