/** Words of traffic that events, read models, calls and screens share. */
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

export const SOURCES = ['nfc', 'qr', 'link'] as const
export type Source = (typeof SOURCES)[number]

/** What a visit came upon: the class of device its user agent names, and no more. */
export const DEVICES = ['iphone', 'android', 'tablet', 'desktop', 'other'] as const
export type Device = (typeof DEVICES)[number]

/** Where a link was found, by the host that the browser named; `none` where it named none, as cards and apps do. */
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

/** Apps that ask for a link's preview when somebody shares it. */
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
  'other',
] as const
export type SharingApp = (typeof SHARING_APPS)[number]

export const TRAFFIC_KINDS = ['tap', 'click', 'download'] as const
export type TrafficKind = (typeof TRAFFIC_KINDS)[number]

/** Why a fact is kept but not counted. */
export const EXCLUSIONS = ['robot', 'preview', 'own', 'correction', 'repeat'] as const
export type Exclusion = (typeof EXCLUSIONS)[number]

/** Event types that the figures are made of. */
export const TRAFFIC_EVENTS = [
  'ProfileTapped',
  'LinkClicked',
  'ContactDownloaded',
  'PagePreviewed',
  'CorrectionApplied',
  'CorrectionWithdrawn',
] as const
