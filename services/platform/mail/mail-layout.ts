import { ZONE } from '@app/contracts/calendar.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { Mail } from './mailer.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => ESCAPES[char]!)

type Piece = string | number | Html | readonly Html[]

const textOf = (piece: Piece): string => {
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(textOf).join('') : escapeHtml(String(piece))
}

/** Escapes every value that is not `Html`. */
export const markup = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(String.raw({ raw: parts }, ...pieces.map(textOf)))

const day = new Intl.DateTimeFormat('es-CL', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
/** `5 de diciembre de 2026`, in Santiago. */
export const mailDay = (at: Date | number): string => day.format(at)

const FONT = 'font-family:Arial,Helvetica,sans-serif;'

export const mailParagraph = (text: string): Html =>
  markup`<p class="ink" style="margin:0 0 16px;${FONT}font-size:16px;line-height:24px;color:#0a1a21">${text}</p>`
export const small = (text: string | Html): Html =>
  markup`<p class="soft" style="margin:0 0 8px;${FONT}font-size:13px;line-height:19px;color:#3a4f58">${text}</p>`
export const textLink = (href: string, text: string): Html =>
  markup`<a class="link" href="${href}" style="color:#0a607f">${text}</a>`
export const secondLink = (href: string, text: string): Html =>
  markup`<p style="margin:16px 0 0;${FONT}font-size:16px;line-height:24px">${textLink(href, text)}</p>`

// Some mail programs invert colours in dark mode; these stay readable.
const DARK = markup`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0a151b !important } .sheet { background: #0f1d24 !important }
  .ink { color: #eef5f7 !important } .soft { color: #b3c5cc !important } .link { color: #7cdaf9 !important }
  .button, .mark { background: #eef5f7 !important } .button a { color: #0a151b !important }
}
</style>`

// Mail programs support only tables as layout, and some drop all but inline styles.
const TABLE = markup`role="presentation" cellpadding="0" cellspacing="0" border="0"`

interface Page {
  readonly title: string
  /** Shown beside the subject in lists of mails. */
  readonly preheader: string
  readonly text: readonly Html[]
  readonly actions: readonly Html[]
  readonly smallPrint: readonly Html[]
  readonly publicUrl: string
}

// Mail programs show only the body, so it names the language too, for screen readers.
export const mailPage = (content: Page): string =>
  markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${content.title}</title>${DARK}</head>
<body class="page" style="margin:0;padding:0;background:#f3f6f7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.preheader}</div>
<div role="article" aria-label="${content.title}" lang="es-CL" style="word-break:break-word">
<table class="page" ${TABLE} width="100%" style="background:#f3f6f7"><tr><td align="center" style="padding:24px 12px">
${sheetOf(content)}
</td></tr></table></div></body></html>
`.text

const yourDataUrl = (publicUrl: string): string => `${publicUrl}${MY_DATA_LINK.path}`

export const mailText = (paragraphs: readonly string[], publicUrl: string): string =>
  `${[...paragraphs, `${MY_DATA_LINK.text}: ${yourDataUrl(publicUrl)}`, PRODUCT.name].join('\n\n')}\n`

// Drawn by cells, because a mail shows no picture before its reader allows it.
const MARK = markup`<table ${TABLE} width="20" style="width:20px"><tr><td class="mark" colspan="3" height="7" style="height:7px;line-height:7px;font-size:0;background:#0a1a21;border-radius:4px">&nbsp;</td></tr>
<tr><td width="6" style="font-size:0">&nbsp;</td><td width="8" height="11" style="width:8px;height:11px;line-height:11px;font-size:0;background:#37bfe8;border-radius:4px">&nbsp;</td><td width="6" style="font-size:0">&nbsp;</td></tr></table>`

const sheetOf = (
  parts: Page,
): Html => markup`<table class="sheet" ${TABLE} width="600" style="width:100%;max-width:600px;background:#ffffff;border-radius:16px">
<tr><td align="left" style="padding:32px 32px 8px">
<table ${TABLE} style="margin:0 0 24px"><tr><td style="padding:0 10px 0 0">${MARK}</td><td class="ink" style="${FONT}font-size:20px;line-height:24px;font-weight:bold;color:#0a1a21">${PRODUCT.name}</td></tr></table>
${parts.text}
</td></tr>
${parts.actions.length === 0 ? [] : [actionsRow(parts.actions)]}<tr><td align="left" style="padding:0 32px 32px">
${parts.smallPrint}
${small(markup`${MY_DATA_LINK.text}: ${textLink(yourDataUrl(parts.publicUrl), yourDataUrl(parts.publicUrl))}`)}
</td></tr></table>`

const actionsRow = (actions: readonly Html[]): Html =>
  markup`<tr><td align="left" style="padding:8px 32px 24px">
${actions}
</td></tr>
`

// Outlook ignores the padding of links, and reads that of cells from its own property.
export const mailButton = (href: string, text: string): Html =>
  markup`<table ${TABLE}><tr><td class="button" style="background:#0a1a21;border-radius:12px;mso-padding-alt:14px 24px">
<a href="${href}" style="display:inline-block;padding:14px 24px;${FONT}font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">${text}</a>
</td></tr></table>`

export const mailCard = (card: {
  readonly name: string
  readonly lines: readonly (string | Html)[]
  readonly pictureCid: string | undefined
}): Html => markup`<table ${TABLE} style="margin:0 0 24px"><tr>
${card.pictureCid === undefined ? [] : [pictureCell(card.pictureCid)]}<td align="left" style="vertical-align:middle">
<p class="ink" dir="auto" style="margin:0;${FONT}font-size:18px;line-height:24px;font-weight:bold;color:#0a1a21">${card.name}</p>
${card.lines.map((line) => markup`<p class="soft" dir="auto" style="margin:2px 0 0;${FONT}font-size:14px;line-height:20px;color:#3a4f58">${line}</p>`)}
</td></tr></table>`

const pictureCell = (cid: string): Html =>
  markup`<td width="72" style="padding:0 16px 0 0;vertical-align:middle"><img src="cid:${cid}" width="72" height="72" alt="" style="display:block;border-radius:36px"></td>
`

export interface Recipient {
  readonly to: string
  readonly publicUrl: string
}

interface Lines {
  readonly subject: string
  readonly preheader?: string
  readonly lines: readonly string[]
  readonly button?: { readonly text: string; readonly link: string }
  readonly notes: readonly string[]
}

export function mailOfLines(
  { to, publicUrl }: Recipient,
  { subject, preheader, lines, button, notes }: Lines,
): Mail {
  const raw = button === undefined ? [] : [small(textLink(button.link, button.link))]
  const buttonText = button === undefined ? [] : [`${button.text}:\n${button.link}`]
  return {
    to,
    subject,
    text: mailText([...lines, ...buttonText, ...notes], publicUrl),
    html: mailPage({
      title: subject,
      preheader: preheader ?? lines[0] ?? subject,
      text: lines.map(mailParagraph),
      actions: button === undefined ? [] : [mailButton(button.link, button.text)],
      smallPrint: [...notes.map(small), ...raw],
      publicUrl,
    }),
  }
}
