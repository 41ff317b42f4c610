import { relative } from 'node:path'
import { DEMO_SLUG, PRODUCT } from '@app/contracts/product.ts'
import type { MailPage } from '../platform/mail/mail-page-routes.ts'
import type { Administrator } from './first-start/bootstrap.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { defaultPublicUrl, eventStoreHostsOf } from '../platform/settings/setting-forms.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { isForWantOfSpace, isOutOfReach, unreadableAdvice } from '../kernel/log/open-store.ts'
import { causeText, errorCause } from '../platform/observability/log.ts'

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

const statusLines = ({ serves, host, port }: Settings): readonly string[] => [
  `Hace          ${serves.join(', ')}`,
  `Estado        ${defaultPublicUrl(host, port)}/readyz`,
]

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

function drawBox(lines: readonly string[]): string {
  const width = Math.max(0, ...lines.map(widthOf))
  const edge = '─'.repeat(width + 2)
  const rows = lines.map((line) => `│ ${line}${' '.repeat(width - widthOf(line))} │`)
  return [`╭${edge}╮`, ...rows, `╰${edge}╯`].join('\n')
}

export const mailPageUrl = ({ publicUrl }: Pick<Settings, 'publicUrl'>, { key }: MailPage): string =>
  `${publicUrl}/dev/mail?key=${key}`

const NO_ROOM_TO_START =
  'Este inicio tiene que guardar algo, como un administrador nuevo, y el disco no tiene espacio: libera espacio, o inicia con los mismos ajustes que antes.'

export function reportStartFault(error: unknown): void {
  if (error instanceof StartError) console.error(error.message)
  else if (isForWantOfSpace(error)) console.error(NO_ROOM_TO_START)
  else if (isStoreError(error, 'Corrupt')) console.error(unreadableAdvice(error))
  else if (isOutOfReach(error)) console.error(stoppedAnswering(error))
  else console.error('No se pudo iniciar por un error inesperado:', errorCause(error))
}

const stoppedAnswering = (error: unknown): string =>
  `La base de datos o el registro de eventos dejó de responder durante el inicio (${causeText(error)}): revisa que funcionen y vuelve a iniciar, que sigue donde quedó.`
