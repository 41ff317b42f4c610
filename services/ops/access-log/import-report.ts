import { drawTable, figure } from '../text-table.ts'
import { freshOf } from './counts.ts'
import type { Imported } from './import-log.ts'
import { ADDRESSES_MAX, type Survey } from './survey-log.ts'

export function reportOf({ counts, profiles, examples }: Imported, rejectedFile: string): string {
  const rows: [string, number][] = [
    ['Líneas leídas', counts.read],
    ['Eventos nuevos', freshOf(counts)],
    ['  toques', counts.fresh.tap],
    ['  clics', counts.fresh.click],
    ['  descargas', counts.fresh.download],
    ['Ya estaban', counts.known],
    ['Sin regla', counts.unmapped],
    ['No se pudieron leer', counts.unreadable],
  ]
  if (counts.conflicts > 0) rows.push(['En conflicto con otro evento', counts.conflicts])
  const parts = [drawTable(rows.map(([label, count]) => [label, figure(count)])), profileLine(profiles)]
  if (examples.length > 0) parts.push(unreadableLines(examples, counts.unreadable, rejectedFile))
  return parts.join('\n\n')
}

export function surveyReportOf({ counts, addresses }: Survey): string {
  const rows: readonly [string, number][] = [
    ['Líneas leídas', counts.read],
    ['Con regla', freshOf(counts)],
    ['  toques', counts.fresh.tap],
    ['  clics', counts.fresh.click],
    ['  descargas', counts.fresh.download],
    [`  direcciones distintas${addresses < ADDRESSES_MAX ? '' : ' (o más)'}`, addresses],
    ['Sin regla', counts.unmapped],
    ['No se pudieron leer', counts.unreadable],
  ]
  return drawTable(rows.map(([label, count]) => [label, figure(count)]))
}

export const crowdWarning = ({ counts, crowd }: Survey): string | undefined =>
  crowd &&
  `Cuidado: ${figure(crowd.lines)} de las ${figure(freshOf(counts))} líneas con regla vienen de ${crowd.addresses === 1 ? 'una sola dirección' : `${crowd.addresses} direcciones`}. ` +
    'Si es un proxy, todas sus visitas contarían como de una persona, y casi todas como repetidas. Si cada línea ' +
    'termina con X-Forwarded-For entre comillas, agrega al mapa "address": "last", y en "proxies" las direcciones ' +
    'públicas de tus proxies.'

function profileLine(profiles: Imported['profiles']): string {
  const named = (reused: boolean): string =>
    profiles
      .filter((profile) => profile.reused === reused)
      .map(({ slug }) => slug)
      .join(', ')
  const parts = [
    ['Perfiles nuevos', named(false)],
    ['Perfiles que ya existían', named(true)],
  ]
  return parts
    .filter(([, slugs]) => slugs !== '')
    .map(([label, slugs]) => `${label}: ${slugs}`)
    .join('\n')
}

function unreadableLines(examples: Imported['examples'], count: number, file: string): string {
  const shown = examples.map(({ number, text }) => `  línea ${figure(number)}: ${text}`)
  const title =
    count > shown.length ? `No se pudieron leer (las primeras ${shown.length}):` : 'No se pudieron leer:'
  return [title, ...shown, `Todas, completas, están en ${file}`].join('\n')
}
