import { slugInAddress, withoutMarks } from '@app/contracts/fields/slug-text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'

/** Addresses of a card that people print, type and paste. */
const KINDS = [
  /^(pages\/)([^/]+)(|\/qr\.svg|\/qr\.png|\/preview\.jpg)$/i,
  /^((?:api\/)?profile\/)([^/]+)(\/vcf)$/i,
]
/** Pages that mails and printed codes name. */
const PAGE = /^(?:mis-datos|activate|auth\/reset|login|register|admin|privacidad)$/i
const ENCODED = /(?:%[\da-f]{2})+|%/gi
/** Some programs encode an address that is encoded already. */
const ENCODINGS_MAX = 3

const SOURCE = new RegExp(
  `^(?:amp;|\\?)*s=[^\\p{L}\\p{N}]*(${SOURCES.join('|')})(?:\\?(.*)|[^\\p{L}\\p{N}]*)$`,
  'isu',
)

function decodedRun(run: string): string | undefined {
  try {
    return decodeURIComponent(run)
  } catch {
    return undefined
  }
}

/** A `%` that begins no character stands for itself, so that any path can be decoded. */
export const withLiteralPercents = (url: string): string =>
  url.replace(/^[^?]*/, (path) =>
    path.replace(ENCODED, (run) => (decodedRun(run) === undefined ? run.replaceAll('%', '%25') : run)),
  )

function decoded(text: string): string {
  // Node gives bytes beyond ASCII as Latin-1; browsers of today mean UTF-8.
  let plain = /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString() : text
  for (let round = 0; round < ENCODINGS_MAX; round += 1)
    plain = plain.replace(ENCODED, (run) => decodedRun(run) ?? run)
  return plain
}

function withPlainSource(part: string): string {
  const [, source, rest = ''] = SOURCE.exec(decoded(part)) ?? []
  if (source === undefined) return part
  return [`s=${source.toLowerCase()}`, encodeURI(rest)].filter((text) => text !== '').join('&')
}

export interface MendedAddress {
  /** Undefined for a page that is no card's. */
  readonly slug: string | undefined
  readonly address: string
}

/** The address of a card or page without what cannot be part of it; undefined where nothing is to be mended. */
export function mendedAddress(url: string): MendedAddress | undefined {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const [, front = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(decoded(path)) ?? []
  const [place = '', ...lost] = front.split(/[?&]/)
  if (place.length > LIMITS.lineCharsMax) return undefined
  const segments = place.split('/').map(withoutMarks)
  const plain = segments.filter((segment) => segment !== '').join('/')
  const [, before = '', name = '', after = ''] =
    KINDS.map((kind) => kind.exec(plain)).find((found) => found !== null) ?? []
  const slug = slugInAddress(name)
  if (slug === undefined && !PAGE.test(plain)) return undefined
  const parts = [...lost.map(encodeURI), ...query.split('&')].map(withPlainSource)
  const mendedQuery = parts.filter((part) => part !== '').join('&')
  const withQuery = (start: string, rest: string): string => (rest === '' ? start : `${start}?${rest}`)
  const mendedPath = `/${slug === undefined ? plain : `${before}${slug}${after}`}`.toLowerCase()
  const address = withQuery(mendedPath, mendedQuery)
  if (address === withQuery(path.toLowerCase().replace(/\/$/, ''), query)) return undefined
  return { slug, address: address + encodeURI(fragment) }
}
