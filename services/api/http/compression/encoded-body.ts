import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type BrotliOptions } from 'node:zlib'
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
  header !== undefined &&
  /(?:identity|\*)\s*;/i.test(header) &&
  new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['identity']).length === 0

/** Bytes of an answer, and their compressed forms: made at the first request, then kept with them. */
export interface EncodedBody {
  readonly plain: Buffer
  as(encoding: Encoding): Promise<Buffer>
}

type Compress = Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>>

const brotliOptions = (quality: number, plain: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  },
})

/** For what is sent many times: half a millisecond for a page, and within a few per cent of the smallest. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6
/** For what is sent once: a quarter of the time for a tenth more bytes. */
const QUICK_BROTLI_QUALITY = 3
const QUICK_GZIP_LEVEL = 3
/** Up to this size, quick compression takes no longer than a thread's overhead, and blocks as little as a query's rows. */
const AT_ONCE_BYTES_MAX = 64 * 1_024

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

const inThread = (quality: number, level: number): Compress => ({
  br: (plain) => brotli(plain, brotliOptions(quality, plain)),
  gzip: (plain) => deflate(plain, { level }),
})
const WELL = inThread(BROTLI_QUALITY, GZIP_LEVEL)
const QUICKLY = inThread(QUICK_BROTLI_QUALITY, QUICK_GZIP_LEVEL)
const AT_ONCE: Compress = {
  br: async (plain) => brotliCompressSync(plain, brotliOptions(QUICK_BROTLI_QUALITY, plain)),
  gzip: async (plain) => gzipSync(plain, { level: QUICK_GZIP_LEVEL }),
}

/** For what is sent many times. */
export const createEncodedBody = (text: string): EncodedBody => bodyOf(Buffer.from(text), WELL)

/** For what is sent once. */
export function createQuickBody(text: string): EncodedBody {
  const plain = Buffer.from(text)
  return bodyOf(plain, plain.length <= AT_ONCE_BYTES_MAX ? AT_ONCE : QUICKLY)
}

function bodyOf(plain: Buffer, compress: Compress): EncodedBody {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    as: (encoding) => {
      const bytes = made.get(encoding) ?? compress[encoding](plain)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

/** Another one for other bytes. */
export const versionOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
