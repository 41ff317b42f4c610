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

/** By user agent; nothing more exact is stored. */
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

/** The column of a day that counts a value. */
export const countColumn = (dimension: Dimension | 'hour', value: string | number): string =>
  `${dimension.replace('-', '_')}_${value}`

export const COUNT_COLUMNS: readonly string[] = [
  ...HOURS.map((hour) => countColumn('hour', hour)),
  ...Object.entries(DAY_COUNTS).flatMap(([dimension, values]) =>
    values.map((value) => countColumn(dimension as Dimension, value)),
  ),
]
