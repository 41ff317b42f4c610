import type { Life, LifeEvent, LifeFigure, LifeFigures } from '@app/contracts/api/admin/life-calls.ts'
import type { SentencePart } from '@app/contracts/api/history-calls.ts'
import { dayInSantiago, daysBetween } from '@app/contracts/calendar.ts'
import { DEVICE_NAMES, NETWORK_NAMES, SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { NETWORKS, type Exclusion, type Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { countLabel, percentLabel, pointsText } from '../../../ui/wording/figures.ts'

const VISITS: Readonly<Record<Source, string>> = {
  nfc: 'Visita con tarjeta NFC',
  qr: 'Visita por código QR',
  link: 'Visita por enlace',
}
const REASONS: Readonly<Record<Exclusion, string>> = {
  robot: 'robot',
  preview: 'vista previa',
  own: 'visita propia',
  repeat: 'repetición',
  excess: 'pasa del límite del día',
}

/** What happened, in words: the history's own, or those of traffic. */
export function sentenceOf({ traffic, sentence }: LifeEvent): readonly SentencePart[] {
  if (traffic === null) return sentence
  const { kind, source, network } = traffic
  if (kind === 'tap') return [{ as: 'text', text: VISITS[source] }]
  const [text, who] =
    kind === 'click' ? ['Clic en ', NETWORK_NAMES[network ?? 'custom']] : ['Guardaron el ', 'contacto']
  return [
    { as: 'text', text },
    { as: 'who', text: who },
  ]
}

/** Below the sentence: why it does not count, and of the current event who it was. */
export function detailOf({ traffic }: LifeEvent, isCurrent: boolean): string {
  if (traffic === null) return ''
  const { source, device, visitor, reason } = traffic
  const who = [SOURCE_NAMES[source], DEVICE_NAMES[device], `visitante ${countLabel(visitor)}`].join(', ')
  return [isCurrent && who, reason && `No cuenta: ${REASONS[reason]}`].filter(Boolean).join('. ')
}

type Counts = Readonly<Record<LifeFigure, number>>

/** After so many of the events. */
export function figuresAfter({ before, events }: Pick<Life, 'before' | 'events'>, count: number): Counts {
  const sums = { ...before } as Record<LifeFigure, number>
  for (let at = 0; at < count; at += 1)
    for (const figure in events[at]!.added)
      sums[figure as LifeFigure] =
        (sums[figure as LifeFigure] ?? 0) + events[at]!.added[figure as LifeFigure]!
  return sums
}

export interface ShownFigure {
  readonly id: string
  readonly name: string
  readonly count: number
  readonly value: string
  /** Only of one that the event changed. */
  readonly change: { readonly before: string; readonly delta: string } | undefined
}

type Value = (figures: Counts) => number
const countOf =
  (figure: LifeFigure): Value =>
  (figures) =>
    figures[figure] ?? 0
function rateOf(figures: Counts): number {
  const uniques = countOf('uniques')(figures)
  return uniques === 0 ? 0 : Math.round((countOf('engaged')(figures) * 1_000) / uniques) / 10
}

const REASON_NAMES = [
  ['robot', 'Robots'],
  ['preview', 'Vistas previas'],
  ['own', 'Mis propias vistas'],
  ['repeat', 'Repeticiones'],
] as const
const TOTALS = [
  ['visits', 'Visitas'],
  ['uniques', 'Únicos'],
  ['clicks', 'Clics'],
  ['downloads', 'Contactos'],
] as const

/** Figures after an event as texts, with what it changed. */
export function shownFigures(after: LifeFigures, before: LifeFigures) {
  const shown = (id: string, name: string, value: Value, isRate = false): ShownFigure => {
    const [now, was] = [value(after as Counts), value(before as Counts)]
    const text = isRate ? percentLabel : countLabel
    const delta = (isRate ? pointsText : countLabel)(Math.abs(Math.round((now - was) * 10) / 10))
    const change = now === was ? undefined : { before: text(was), delta: `${now < was ? '−' : '+'}${delta}` }
    return { id, name, count: now, value: text(now), change }
  }
  const isUsed = ({ count, change }: ShownFigure) => count > 0 || change !== undefined
  const totals = [
    ...TOTALS.map(([figure, name]) => shown(figure, name, countOf(figure))),
    shown('rate', 'Tasa de interacción', rateOf, true),
  ]
  const networks = NETWORKS.map((one) => shown(one, NETWORK_NAMES[one], countOf(`click ${one}`)))
    .filter(isUsed)
    .toSorted((a, b) => b.count - a.count)
  const reasons = REASON_NAMES.map(([reason, name]) => shown(reason, name, countOf(`excluded ${reason}`)))
  const changes = [...totals, ...networks, ...reasons].filter(({ change }) => change !== undefined).length
  return { totals, networks, reasons, changes }
}

/** Position of the event that made the version which stood after so many of the listed events. */
export const versionAt = (
  { events, version_before: before }: Pick<Life, 'events' | 'version_before'>,
  count: number,
): string | undefined =>
  events.slice(0, count).findLast(({ version }) => version !== null)?.position ?? before ?? undefined

export interface LifeTrack {
  /** Days at both ends. */
  readonly first: string
  readonly last: string
  /** From 0 to 1, of one or more days each. */
  readonly bars: readonly number[]
  /** Of each event, from 0 to 1. A late event lies before those that came before it. */
  readonly places: readonly number[]
}

const BARS_MAX = 96

/** A life on a line of equal days. */
export function trackOf(events: readonly LifeEvent[]): LifeTrack {
  const days = events.map(({ at }) => dayInSantiago(Date.parse(at)))
  const first = days.reduce((a, b) => (b < a ? b : a))
  const last = days.reduce((a, b) => (b > a ? b : a))
  const length = daysBetween(first, last) + 1
  const perDay = new Map<string, number>()
  for (const day of days) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const daysEach = Math.ceil(length / BARS_MAX)
  const sums = Array.from({ length: Math.ceil(length / daysEach) }, () => 0)
  for (const [day, count] of perDay) sums[Math.floor(daysBetween(first, day) / daysEach)]! += count
  const most = Math.max(...sums)
  const seen = new Map<string, number>()
  const places = days.map((day) => {
    const within = seen.get(day) ?? 0
    seen.set(day, within + 1)
    return (daysBetween(first, day) + within / perDay.get(day)!) / length
  })
  return { first, last, bars: sums.map((sum) => sum / most), places }
}

/** The event nearest to a place of the line. */
export function indexAt({ places }: LifeTrack, place: number): number {
  let nearest = 0
  for (const [at, one] of places.entries())
    if (Math.abs(one - place) < Math.abs(places[nearest]! - place)) nearest = at
  return nearest
}
