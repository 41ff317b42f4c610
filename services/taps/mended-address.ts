import type { RequestHandler } from 'express'
import { slugInAddress, withoutMarks } from '@app/contracts/fields/slug-text.ts'
import { PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { SOURCES } from '@app/contracts/traffic/kinds.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { runLimitedPage } from '../platform/http/limits.ts'
import { NOT_KEPT } from '../platform/http/send.ts'
import { SCREENS } from '../platform/served/web-routes.ts'

const KINDS = [
  /^(pages\/)([^/]+)(|\/qr\.svg|\/qr\.png|\/preview\.jpg)$/i,
  /^((?:api\/)?profile\/)([^/]+)(\/vcf)$/i,
]
const PAGES: ReadonlySet<string> = new Set([...SCREENS, PRIVACY_LINK.path])
/** Behind links of mails. Mail servers post to one, and follow no redirect. */
const LINKS: ReadonlySet<string> = new Set(['baja', 'hablamos', 'confirmar'])
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

/** A `%` that begins no character stands for itself: any path can be decoded. A mailed link has two plain parts. */
export const servedAddress = (url: string): string =>
  url.replace(/^[^?]*/, (path) => {
    const literal = path.replace(ENCODED, (run) =>
      decodedRun(run) === undefined ? run.replaceAll('%', '%25') : run,
    )
    const [page = '', token, ...others] = literal.split(/\/|%2f/i).filter((part) => part !== '')
    const isLink = token !== undefined && others.length === 0 && LINKS.has(page.toLowerCase())
    return isLink ? `/${page}/${token}` : literal
  })

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

/** @returns an empty slug for a page that is no card's */
function mendedPath(place: string): { readonly slug: string; readonly path: string } | undefined {
  if (place.length > LIMITS.lineCharsMax) return undefined
  const segments = place.split('/').map(withoutMarks)
  const plain = segments.filter((segment) => segment !== '').join('/')
  const page = `/${plain}`.toLowerCase()
  if (PAGES.has(page)) return { slug: '', path: page }
  const found = KINDS.map((kind) => kind.exec(plain)).find((match) => match !== null)
  const [, before, name = '', after] = found ?? []
  const slug = slugInAddress(name)
  if (found === undefined || slug === undefined) return undefined
  return { slug, path: `/${before}${slug}${after}`.toLowerCase() }
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** The address of a card or page without what cannot be part of it; undefined where nothing is to be mended. */
export function mendedAddress(url: string) {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const [, front = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(decoded(path)) ?? []
  const [place = '', ...lost] = front.split(/[?&]/)
  const mended = mendedPath(place)
  // Neither a page's query nor its token has a slash.
  if (mended === undefined || (mended.slug === '' && `${lost.join()}${fragment}`.includes('/')))
    return undefined
  const parts = [...lost.map(encodeURI), ...query.split('&')].map(withPlainSource)
  const address = withQuery(mended.path, parts.filter((part) => part !== '').join('&'))
  if (address === withQuery(path.toLowerCase().replace(/(?<=.)\/$/, ''), query)) return undefined
  return { slug: mended.slug, address: address + encodeURI(fragment) }
}

export function mendAddresses(deps: Ctx): RequestHandler {
  return async (request, response, next) => {
    request.url = servedAddress(request.url)
    const mended = ['GET', 'HEAD'].includes(request.method) ? mendedAddress(request.originalUrl) : undefined
    if (mended === undefined) return next()
    const { slug, address } = mended
    try {
      if (slug !== '') await runLimitedPage(deps, slug, response, () => deps.profiles.bySlug(slug))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // As its route refuses it: a page in words, a file as a call.
      return next()
    }
    response.setHeader(...NOT_KEPT)
    response.redirect(307, address)
  }
}
