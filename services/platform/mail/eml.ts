import PostalMime from 'postal-mime'

export interface KeptMail {
  readonly to: string
  readonly subject: string
  /** RFC 3339, UTC; empty when the mail has no date. */
  readonly date: string
  readonly text: string
}

/** Reads a mail that this product wrote: to one mailbox, with a text part. */
export async function readEml(eml: string): Promise<KeptMail> {
  const mail = await PostalMime.parse(eml)
  const date = new Date(mail.date ?? '')
  return {
    to: unquotedAddress(mail.to?.[0]?.address ?? ''),
    subject: mail.subject ?? '',
    date: Number.isNaN(date.getTime()) ? '' : date.toISOString(),
    // The line feed before a boundary is not the text's.
    text: (mail.text ?? '').replace(/\n$/, ''),
  }
}

/** `"a..b"@x.cl` is a..b@x.cl (RFC 5322). */
const unquotedAddress = (address: string): string =>
  address.replace(/^"(.*)"(?=@[^@]*$)/, (_all, local: string) => local.replaceAll(/\\(.)/g, '$1'))
