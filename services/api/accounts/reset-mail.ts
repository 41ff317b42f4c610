import { PRODUCT } from '@app/contracts/product.ts'
import { markup, type Html } from '@app/mail/html.ts'
import type { Mail } from '@app/mail/mail-message.ts'

export interface ResetMail {
  readonly to: string
  readonly name: string
  /** Made of PUBLIC_URL, never of the request's host. */
  readonly link: string
  readonly minutes: number
}

/** Anybody can register a stranger's address under a name that mail programs turn into a link or a phone number. */
const ADVERTISES = /:\/\/|@|[\p{L}\p{N}]\.\p{L}{2}|\d(?:[ ().-]*\d){4}|^.{61}/u

const SUBJECT = 'Crea una contraseña nueva'
const REQUESTED = 'Recibimos una solicitud para cambiar tu contraseña.'
const NOT_YOU = 'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.'
const BUTTON = 'Crear contraseña'

export function resetMail({ to, name, link, minutes }: ResetMail): Mail {
  const greeting = name === '' || ADVERTISES.test(name) ? 'Hola:' : `Hola, ${name}:`
  const expiry = `El enlace vence en ${minutes} minutos.`
  return {
    to,
    subject: SUBJECT,
    text: `${[greeting, REQUESTED, `${BUTTON}:\n${link}`, expiry, NOT_YOU, PRODUCT.name].join('\n\n')}\n`,
    html: page(expiry, sheet(greeting, expiry, link)).text,
  }
}

const FONT = 'font-family:Arial,Helvetica,sans-serif;'

const paragraph = (text: string): Html =>
  markup`<p class="ink" style="margin:0 0 16px;${FONT}font-size:16px;line-height:24px;color:#0a1a21">${text}</p>`
const small = (text: string | Html): Html =>
  markup`<p class="soft" style="margin:0 0 8px;${FONT}font-size:13px;line-height:19px;color:#3a4f58">${text}</p>`

// Some mail programs invert colours in dark mode; these stay readable.
const DARK = markup`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .page { background: #0a151b !important } .sheet { background: #0f1d24 !important }
  .ink { color: #eef5f7 !important } .soft { color: #b3c5cc !important } .link { color: #7cdaf9 !important }
  .button { background: #eef5f7 !important } .button a { color: #0a151b !important }
}
</style>`

// Mail programs support only tables as layout, and some drop all but inline styles.
const TABLE = markup`role="presentation" cellpadding="0" cellspacing="0" border="0"`

const page = (preheader: string, content: Html): Html => markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${SUBJECT}</title>${DARK}</head>
<body class="page" style="margin:0;padding:0;background:#f3f6f7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>
<table class="page" ${TABLE} width="100%" style="background:#f3f6f7"><tr><td align="center" style="padding:24px 12px">
${content}
</td></tr></table></body></html>
`

const sheet = (greeting: string, expiry: string, link: string): Html =>
  markup`<table class="sheet" ${TABLE} width="600" style="width:100%;max-width:600px;background:#ffffff;border-radius:16px">
<tr><td align="left" style="padding:32px 32px 8px">
<p class="ink" style="margin:0 0 24px;${FONT}font-size:20px;line-height:24px;font-weight:bold;color:#0a1a21">${PRODUCT.name}</p>
${paragraph(greeting)}
${paragraph(REQUESTED)}
</td></tr>
<tr><td align="left" style="padding:8px 32px 24px">
<table ${TABLE}><tr><td class="button" style="background:#0a1a21;border-radius:12px">
<a href="${link}" style="display:inline-block;padding:14px 24px;${FONT}font-size:16px;line-height:20px;font-weight:bold;color:#ffffff;text-decoration:none">${BUTTON}</a>
</td></tr></table>
</td></tr>
<tr><td align="left" style="padding:0 32px 32px">
${small(expiry)}
${small(NOT_YOU)}
${small(markup`<a class="link" href="${link}" style="color:#0a607f;word-break:break-all">${link}</a>`)}
</td></tr></table>`
