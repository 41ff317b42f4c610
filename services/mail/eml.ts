export interface KeptMail {
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC; empty when the mail has no date. */
  readonly date: string
  readonly text: string
}

/** Reads only mails that this product wrote (RFC 5322, a text part and an HTML part). */
export function readEml(eml: string): KeptMail {
  const { headers, body } = partOf(eml)
  const date = new Date(headers.get('date') ?? '')
  return {
    to: unquotedAddress(decodedWords(headers.get('to') ?? '').replaceAll(/[<>]/g, '')),
    subject: decodedWords(headers.get('subject') ?? ''),
    date: Number.isNaN(date.getTime()) ? '' : date.toISOString(),
    text: textOf(headers, body),
  }
}

/** `"a..b"@x.cl` is a..b@x.cl (RFC 5322). */
const unquotedAddress = (address: string): string =>
  address.replace(/^"(.*)"(?=@[^@]*$)/, (_all, local: string) => local.replaceAll(/\\(.)/g, '$1'))

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function partOf(text: string): Part {
  const unified = text.replaceAll('\r\n', '\n').replace(/^\n+/, '')
  const [head = '', ...rest] = unified.split('\n\n')
  // A line that begins with a blank continues the one before.
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]]
  })
  return { headers: new Map(headers), body: rest.join('\n\n') }
}

function textOf(headers: Part['headers'], body: string): string {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined)
    return type.startsWith('text/plain') ? decoded(headers.get('content-transfer-encoding'), body) : ''
  for (const piece of body.split(`--${boundary}`).slice(1)) {
    const part = partOf(piece.replace(/\n$/, ''))
    if (/^(?:text\/plain|multipart\/)/.test(part.headers.get('content-type') ?? ''))
      return textOf(part.headers, part.body)
  }
  return ''
}

function decoded(encoding: string | undefined, body: string): string {
  switch (encoding?.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString()
    case 'quoted-printable':
      return unquoted(body.replaceAll(/=[ \t]*\n/g, ''))
    default:
      return body
  }
}

/** `=C3=B1` is ñ. */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

/** RFC 2047: `=?UTF-8?Q?a=C3=B1o?=` is año. Blanks between two words are dropped. */
const decodedWords = (header: string): string =>
  header
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    )
