import { clean, webAddress } from './web-address.ts'

/** As keyboards without typographic signs write them. */
export const withPlainSigns = (text: string): string =>
  text.replace(/[\u2018\u2019\u201b\u2032\u00b4`]/g, "'").replace(/[\p{Pd}\u2212]/gu, '-')

/** `https://`, once or twice, or as it is mistyped. */
const SCHEMES = /^(?:[htps]{3,7}(?=[:;.,]?[:;/\\])[:;.,]?[/\\]*)+/i
/** Programs and sites that lead on to the address in a parameter. */
const WRAPPER =
  /^(?:[\w.-]+\.safelinks\.protection\.outlook\.com|lm?\.(?:instagram|facebook|messenger|threads)\.com|l\.wl\.co|(?:www\.)?google\.[a-z.]+\/url$|www\.youtube\.com\/redirect$)/
const WRAPPED = ['url', 'u', 'q']

/** The address that was meant by one that was mistyped, or that another one leads on to; undefined for one in form. */
export function plainAddress(typed: string): string | undefined {
  const typedHere = clean(typed)
  const text = typedHere
    .replace(SCHEMES, (scheme) => (/^https?:\/\/$/i.test(scheme) ? scheme : 'https://'))
    .replace(/^(?:https?:\/\/)?[^/?#]*/i, withPlainSigns)
  const url = webAddress(text)
  if (url === undefined) return undefined
  const parts = WRAPPER.test(url.hostname + url.pathname) ? WRAPPED : []
  const inside = parts.map((name) => url.searchParams.get(name)).find((part) => webAddress(part ?? ''))
  if (inside) return plainAddress(inside) ?? inside
  return text === typedHere ? undefined : text
}
