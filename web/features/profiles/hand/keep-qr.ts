import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import { displayName } from '@app/contracts/fields/names.ts'
import font from '@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2?url'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { pageAddress } from '../../../app/public-url.ts'
import { KEPT_QR } from '../../../app/session/session-storage.ts'
import { recall } from '../../../ui/browser/browser-storage.ts'
import { qrDrawingOf } from '../../../ui/QrCode.tsx'

const SCOPE = '/dashboard'
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'",
}
/** The font is in the browser's own cache, from the dashboard. */
const LOOK = `@font-face{font-family:Grotesk;src:url(${font});font-weight:300 800}
*{box-sizing:border-box;margin:0}
body{color:#0a1a21;background:#fff;font:15px/1.5 Grotesk,system-ui,Arial,sans-serif;overflow-wrap:anywhere}
main{display:flex;flex-flow:column;align-items:center;gap:16px;padding:16px;text-align:center}
svg{flex:none;width:min(100vw - 32px,62vh)}
h1{font-size:2em;line-height:1.06;letter-spacing:-.035em}
a{display:block;margin:16px 0 8px;padding:14px;border:1.5px solid #7a8f99;border-radius:16px;color:inherit;font-weight:600;text-decoration:none}
@media(orientation:landscape){main{flex-flow:row;text-align:start}svg{width:min(100vh - 32px,50vw)}}`

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The screen of ShowQr as a document without a script. */
export function keptPageOf(profile: OwnProfile): string {
  const name = escaped(displayName(profile))
  const { side, path } = qrDrawingOf(pageAddress(profile.slug, 'qr'))
  return `<!doctype html><html lang="es-CL"><head><title>QR de ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="only light"><style>${LOOK}</style></head>
<body><main><svg role="img" aria-label="Código QR de ${name}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">
<path d="${path}"/></svg><div><p>Apunta aquí con la cámara</p><h1 dir="auto">${name}</h1>
<p dir="auto">${escaped(profile.position)}</p><p dir="auto">${escaped(profile.company)}</p><a href="">Abrir el panel</a>
<p>Sin conexión se abre tu código, que funciona igual. Lo demás vuelve con la red.</p></div></main></body></html>`
}

let keptSlug: string | undefined
/** Whether a browser that starts without a network shows this card's code. */
export const isKept = ({ slug }: OwnProfile): boolean => slug === keptSlug

/** Never rejects. @param card undefined where hidden, or none @param own undefined while loading; no other is stored */
export async function keepQr(
  card: OwnProfile | undefined,
  own: readonly OwnProfile[] | undefined,
): Promise<void> {
  const isOwn = card !== undefined && own?.includes(card)
  if (own === undefined || (card !== undefined && !isOwn)) return
  try {
    keptSlug = undefined
    if (card === undefined) return void (await caches.delete(KEPT_QR))
    await navigator.serviceWorker.register('/kept-qr.js', { scope: SCOPE })
    const cache = await caches.open(KEPT_QR)
    // A person who has signed out in the meantime leaves nothing behind.
    if (recall(SESSION_KEY) === null) return
    await cache.put(SCOPE, new Response(keptPageOf(card), { headers: HEADERS }))
    keptSlug = card.slug
  } catch {
    // Nothing is stored.
  }
}
