import type { Priority } from '../analytics/insight-calls.ts'
import type { Device, Network, Referrer, SharingApp, Source } from './traffic-kinds.ts'

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
