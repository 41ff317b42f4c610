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
