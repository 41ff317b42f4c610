import { copyText } from '../ui/browser/copy-and-save.ts'

export async function copyLink(slug: string): Promise<string> {
  const isCopied = await copyText(document, pageAddress(slug))
  return isCopied ? 'Enlace copiado' : 'Error al copiar el enlace'
}

/** Address of printed codes, written cards and copied links, even if this page has another one. */
export const publicUrl = (): string => document.documentElement.dataset['site'] ?? location.origin

/** The address of a profile's page; a visit through it counts by its source. */
export const pageAddress = (slug: string, source?: 'nfc' | 'qr'): string =>
  `${publicUrl()}/pages/${slug}${source === undefined ? '' : `?s=${source}`}`

/** The query of an address with other values; an empty one is left out. */
export function searchWith(search: string, changed: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changed)) {
    if (value === '') params.delete(name)
    else params.set(name, value)
  }
  return `?${params}`
}
