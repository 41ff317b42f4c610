import { Router, type Request, type Response } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import { Html, markup } from './mail-layout.ts'
import { listMails, readMail, type ListedMail, type KeptMail } from './mail-folder.ts'
import { contentSecurityPolicy, styleHash } from '../http/security-headers.ts'
import { isOwnConnection, isSecret } from '../http/access/monitor-access.ts'
import { randomBytes } from 'node:crypto'
import { keptMailFolder } from './mail-folder.ts'
import { isLoopback } from '../settings/setting-forms.ts'
import type { Settings } from '../settings/settings.ts'

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 Arial, sans-serif; background: #f3f6f7; color: #0a1a21 }
main { box-sizing: border-box; max-width: 760px; margin: 0 auto; padding: 32px 16px }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.15; overflow-wrap: anywhere }
p { margin: 0 0 16px; color: #3a4f58 }
a { color: #0a607f }
ul { margin: 0; padding: 0; list-style: none }
li, pre { margin: 0 0 12px; padding: 16px; background: #fff; border-radius: 16px; overflow-wrap: anywhere }
li a { display: block; font-weight: bold }
small { color: #3a4f58 }
pre { font: inherit; white-space: pre-wrap }
@media (prefers-color-scheme: dark) {
  body { background: #0a151b; color: #eef5f7 } li, pre { background: #0f1d24 }
  p, small { color: #b3c5cc } a { color: #7cdaf9 }
}
`
const STYLE_HASH = styleHash(STYLE)

export interface MailPage {
  readonly folder: string
  /** Printed at the start. Required, because behind a proxy on this machine every request seems local. */
  readonly key: string
}

const MAIL_KEY_BYTES = 16

/** Only local, because mails contain links that set passwords. Behind a proxy all clients would seem local. */
export const shownMailPage = (
  settings: Pick<Settings, 'smtpUrl' | 'production' | 'publicUrl' | 'dataDir'>,
): MailPage | undefined =>
  settings.smtpUrl === undefined && !settings.production && isLoopback(new URL(settings.publicUrl).hostname)
    ? { folder: keptMailFolder(settings), key: randomBytes(MAIL_KEY_BYTES).toString('base64url') }
    : undefined

/** Shows password reset links to this machine alone, with the key, and only in the embedded run without SMTP_URL. */
export function mailPageRoutes({ folder, key }: MailPage): Router {
  const router = Router()
  router.get('/dev/mail', async (request, response) => {
    refuseOthers(request, key)
    send(response, 'Correos guardados', listOf(await listMails(folder), key))
  })
  router.get('/dev/mail/:name', async (request, response) => {
    refuseOthers(request, key)
    const mail = await readMail(folder, request.params.name)
    if (mail === undefined) throw new Refusal('not-found')
    send(response, mail.subject, mailOf(mail, key))
  })
  return router
}

function refuseOthers(request: Request<{ name?: string }>, key: string): void {
  const { key: sent } = request.query
  const isAllowed = isOwnConnection(request) && typeof sent === 'string' && isSecret(key, sent)
  if (!isAllowed) throw new Refusal('not-found')
}

function send(response: Response, title: string, content: Html): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy([STYLE_HASH]))
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.type('html').send(
    markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="/favicon.svg"><style>${new Html(STYLE)}</style></head>
<body><main><h1>${title}</h1>${content}</main></body></html>
`.text,
  )
}

const listOf = (mails: readonly ListedMail[], key: string): Html => markup`
<p>Sin SMTP_URL los correos no salen de este equipo: quedan aquí. Esta página no existe en producción.</p>
${mails.length === 0 ? markup`<p>Todavía no hay correos.</p>` : markup`<ul>${mails.map((mail) => lineOf(mail, key))}</ul>`}`

const lineOf = ({ name, subject, to, date }: ListedMail, key: string): Html =>
  markup`<li><a href="/dev/mail/${name}?key=${key}">${subject}</a><small>Para ${to} · ${shown(date)}</small></li>`

const mailOf = ({ to, date, text }: KeptMail, key: string): Html =>
  markup`<p>Para ${to} · ${shown(date)}</p><pre>${linked(text)}</pre><p><a href="/dev/mail?key=${key}">Todos los correos</a></p>`

const linked = (text: string): readonly Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((piece, index) =>
      index % 2 === 0 ? markup`${piece}` : markup`<a href="${piece}" rel="noreferrer">${piece}</a>`,
    )

const format = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
})

const shown = (date: string): string => (date === '' ? 'sin fecha' : format.format(new Date(date)))
