import type { Referrer } from '@app/contracts/traffic/kinds.ts'

/** Hosts that browsers and apps send, each classified by hand. */
export const REFERRER_HOSTS: Readonly<Record<string, Referrer>> = {
  'l.instagram.com': 'instagram',
  'www.instagram.com': 'instagram',
  'm.facebook.com': 'facebook',
  'l.facebook.com': 'facebook',
  'www.linkedin.com': 'linkedin',
  'lnkd.in': 'linkedin',
  'web.whatsapp.com': 'whatsapp',
  'wa.me': 'whatsapp',
  'www.google.com': 'search',
  'www.google.cl': 'search',
  'www.bing.com': 'search',
  'duckduckgo.com': 'search',
  'mail.google.com': 'mail',
  'outlook.live.com': 'mail',
  'www.empresa.cl': 'other',
  // Names that only resemble one of the others.
  'notfacebook.com': 'other',
  'instagram.com.ejemplo.cl': 'other',
}
