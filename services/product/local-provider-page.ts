import { styleHash } from '../platform/http/security-headers.ts'
import { markup, Html } from '../platform/mail/html.ts'

export interface LocalPerson {
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 Arial, sans-serif; background: #f3f6f7; color: #0a1a21 }
main { box-sizing: border-box; max-width: 400px; margin: 8vh auto; padding: 24px; background: #fff; border-radius: 16px }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.15 }
p { margin: 0 0 16px; color: #3a4f58 }
.fault { color: #b42318 }
label { display: block; margin: 0 0 16px; font-weight: bold }
input[type=text], input[type=email] { box-sizing: border-box; display: block; width: 100%; margin-top: 4px; padding: 11px 12px; font: inherit; font-weight: normal; border: 1px solid #7a8f99; border-radius: 12px; background: #fff; color: inherit }
.check { font-weight: normal }
button { width: 100%; padding: 13px; font: inherit; font-weight: bold; border: 0; border-radius: 12px; background: #0a1a21; color: #fff; cursor: pointer }
:focus-visible { outline: 2px solid #0a607f; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body, input[type=text], input[type=email] { background: #0a151b; color: #eef5f7 }
  main { background: #0f1d24 } p { color: #b3c5cc } .fault { color: #ff9a8f }
  button { background: #eef5f7; color: #0a151b } :focus-visible { outline-color: #7cdaf9 }
}
`
const STYLE_HASH = styleHash(STYLE)

/** @param onwards origin of the last redirect after the form */
export const pageHeaders = (onwards: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self' ${onwards}; base-uri 'none'; frame-ancestors 'none'`,
})

const TITLE = 'Proveedor local de prueba'

const page = (content: Html): string =>
  markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${TITLE}</title><style>${new Html(STYLE)}</style></head>
<body><main><h1>${TITLE}</h1>${content}</main></body></html>
`.text

export const loginPage = (typed?: LocalPerson, fault?: string): string =>
  page(markup`<p>Reemplaza a Google mientras se desarrolla o se prueba el producto en este equipo. No pide contraseña: entras como quien digas ser. En producción no existe.</p>
${fault === undefined ? [] : markup`<p class="fault" role="alert">${fault}</p>`}
<form method="post">
<label>Nombre <input type="text" name="name" maxlength="120" autocomplete="name" value="${typed?.name ?? ''}"></label>
<label>Correo electrónico <input type="email" name="email" required maxlength="254" autocomplete="email" value="${typed?.email ?? ''}"></label>
<label class="check"><input type="checkbox" name="verified" value="yes"${typed?.isVerified === false ? [] : markup` checked`}> El correo está verificado</label>
<button type="submit">Continuar</button>
</form>`)

export const failurePage = (code: string): string =>
  page(
    markup`<p>Este inicio de sesión ya no está en curso. Vuelve al producto y empieza de nuevo.</p><p>Código: ${code}</p>`,
  )
