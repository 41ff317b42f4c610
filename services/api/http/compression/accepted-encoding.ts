import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip'

/** Best first: where a client likes several equally well, the first of them is sent. */
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** The declared types are of an older version, without this option. */
type ByPreference = (
  available: readonly string[],
  options: { readonly preferred: readonly string[] },
) => string[]

/**
 * The available encoding that an `Accept-Encoding` allows; undefined: the plain bytes, which go also to a client
 * that accepts nothing of all this (RFC 9110, 12.4.1).
 */
export function acceptedEncoding(
  header: string | undefined,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (header === undefined) return undefined
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
  const encodings = negotiator.encodings.bind(negotiator) as ByPreference
  const [best] = encodings([...available, 'identity'], { preferred: ENCODINGS })
  return available.find((encoding) => encoding === best)
}

/** Whether even a few bytes must be compressed, which nobody would do otherwise. */
export const refusesPlain = (header: string | undefined): boolean =>
  header !== undefined && /(?:identity|\*)\s*;/i.test(header) && !acceptsPlain(header)

const acceptsPlain = (header: string): boolean =>
  new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['identity']).length > 0
