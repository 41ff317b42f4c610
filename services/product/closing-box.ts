import { relative } from 'node:path'
import { DEMO_SLUG } from '@app/contracts/profiles/demo-profile.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import type { MailPage } from '../platform/mail-page/mail-page-routes.ts'
import type { Administrator } from './first-start/bootstrap.ts'
import { eventStoreHostsOf } from '../platform/settings/event-store-url.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { defaultPublicUrl } from '../platform/settings/web-addresses.ts'
import { mailPageUrl } from './mail-page.ts'

/** The last words of a start. */
export function closingBox(
  settings: Settings,
  administrator: Administrator | undefined,
  mailPage: MailPage | undefined,
): string {
  return drawBox([
    `${PRODUCT.name} · ${PRODUCT.tagline}`,
    '',
    ...(settings.serves.includes('api') ? pageLines(settings, mailPage) : statusLines(settings)),
    `Datos         ${shortPath(settings.dataDir)}`,
    ...(settings.eventStore.kind === 'eventstoredb'
      ? [`Eventos       EventStoreDB (${eventStoreHostsOf(settings.eventStore.url)})`]
      : []),
    ...(administrator?.isNew === true ? loginLines(settings, administrator) : []),
  ])
}

const pageLines = (settings: Settings, mailPage: MailPage | undefined): readonly string[] => [
  `Panel         ${settings.publicUrl}`,
  `Perfil demo   ${settings.publicUrl}/pages/${DEMO_SLUG}`,
  ...(mailPage === undefined ? [] : [`Correos       ${mailPageUrl(settings, mailPage)}`]),
]

/** A process without the api answers nobody else. */
const statusLines = ({ serves, host, port }: Settings): readonly string[] => [
  `Hace          ${serves.join(', ')}`,
  `Estado        ${defaultPublicUrl(host, port)}/readyz`,
]

/** Only on the first start. */
const loginLines = (
  { adminPassword }: Settings,
  { email, generatedPassword }: Administrator,
): readonly string[] => [
  '',
  `Administrador ${email}`,
  `Contraseña    ${generatedPassword ?? (adminPassword === undefined ? 'la que ya tenía' : 'la de ADMIN_PASSWORD')}`,
  ...(generatedPassword === undefined ? [] : ['Guárdala: no se vuelve a mostrar.']),
]

function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path === '' ? '.' : path.startsWith('..') ? folder : path
}

const widthOf = (text: string): number => [...text].length

/** Widths are counted in code points. */
export function drawBox(lines: readonly string[]): string {
  const width = Math.max(0, ...lines.map(widthOf))
  const edge = '─'.repeat(width + 2)
  const rows = lines.map((line) => `│ ${line}${' '.repeat(width - widthOf(line))} │`)
  return [`╭${edge}╮`, ...rows, `╰${edge}╯`].join('\n')
}
