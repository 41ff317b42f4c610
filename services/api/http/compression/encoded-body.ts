import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

/** Bytes of an answer, and their compressed forms: made at the first request, then kept with them. */
export interface EncodedBody {
  readonly plain: Buffer
  as(encoding: Encoding): Promise<Buffer>
}

/** Half a millisecond for a page, and within a few per cent of the smallest. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const COMPRESS: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: (plain) =>
    brotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gzip: (plain) => deflate(plain, { level: GZIP_LEVEL }),
}

export function createEncodedBody(text: string): EncodedBody {
  const plain = Buffer.from(text)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    as: (encoding) => {
      const bytes = made.get(encoding) ?? COMPRESS[encoding](plain)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

/** Another one for other bytes. */
export const versionOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
