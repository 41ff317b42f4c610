import type { Referrer } from '@app/contracts/traffic/traffic.ts'

/**
 * Groups of the hosts that browsers name as referrers; Android's apps name themselves instead (`com.whatsapp`).
 * The first that fits holds: mail lies beneath a search engine's name.
 */
const GROUPS: readonly (readonly [Referrer, RegExp])[] = [
  ['mail', /^(?:e?mail|webmail|correo|outlook)\.|(?:^|\.)com\.google\.android\.gm$/],
  ['whatsapp', /(?:^|\.)(?:wa\.me|whatsapp\.(?:com|net))$|^com\.whatsapp(?:\.|$)/],
  ['instagram', /(?:^|\.)(?:instagram\.com|instagr\.am)$|^com\.instagram\./],
  ['facebook', /(?:^|\.)(?:facebook\.com|fb\.(?:com|me)|messenger\.com)$|^com\.facebook\./],
  ['linkedin', /(?:^|\.)(?:linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  [
    'search',
    /(?:^|\.)(?:google|yahoo)\.(?:com?\.)?[a-z]{2,3}$|(?:^|\.)(?:bing\.com|duckduckgo\.com|ecosia\.org|search\.brave\.com)$|^com\.google\.android\.googlequicksearchbox$/,
  ],
]

/** The group of a referring host, with or without a port; `none` where there is no host. */
export function referrerOf(host: string | undefined): Referrer {
  if (host === undefined || host === '') return 'none'
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
}
