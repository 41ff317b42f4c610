import type { Referrer } from '@app/contracts/traffic/traffic-kinds.ts'

/**
 * The first match applies: mail hosts are subdomains of search engines.
 * Android apps send their package name (`com.whatsapp`) as host.
 */
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
