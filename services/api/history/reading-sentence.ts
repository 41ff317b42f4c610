import type { JsonObject } from '@app/contracts/event-store.ts'
import { EVENT_NAMES } from '@app/contracts/events/event-names.ts'
import { writtenDate } from './date-text.ts'
import {
  act,
  counted,
  said,
  phrase,
  who,
  type SentenceParts,
  type Scene,
  type Verb,
} from './sentence-parts.ts'

const whole = new Intl.NumberFormat('es-CL')
/** `#19.402`, as the screen has it. */
export const positionText = (position: string): string =>
  /^\d+$/.test(position) ? `#${whole.format(BigInt(position))}` : ''

const OF_LIST: Readonly<Record<string, readonly [verb: Verb, what: string]>> = {
  list: [['consultó', 'Consultaste'], 'el Historial'],
  csv: [['descargó', 'Descargaste'], 'el Historial como CSV'],
  ndjson: [['descargó', 'Descargaste'], 'el Historial como NDJSON'],
}

const OF_ONE: Readonly<Record<string, readonly [verb: Verb, what: string]>> = {
  past: [['vio', 'Viste'], 'versiones anteriores de '],
  expediente: [['descargó', 'Descargaste'], 'el expediente de '],
}

const named = (scene: Scene, label: string, value: unknown): SentenceParts => {
  if (typeof value !== 'string') return []
  if (value === 'several') return [phrase(`${label}: varias`)]
  if (value === 'nobody') return [phrase(`${label}: ninguna`)]
  return [phrase(`${label}: `), who(value === 'log' ? 'el registro' : scene.nameOf(value))]
}
const ofType = (value: unknown): SentenceParts =>
  typeof value === 'string' ? [phrase(`Tipo: ${EVENT_NAMES.get(value) ?? value}`)] : []
const day = (label: string, value: unknown): SentenceParts =>
  typeof value === 'string' ? [phrase(`${label}: ${writtenDate(value)}`)] : []

type Told = readonly [verb: Verb, ...SentenceParts]

function toldOf(scene: Scene, reading: JsonObject): Told {
  const { form, entity, position } = reading
  if (form === 'event')
    return [['vio', 'Viste'], phrase(`el detalle del evento ${positionText(said(position))}`)]
  const ofOne = OF_ONE[said(form)]
  if (ofOne !== undefined) return [ofOne[0], phrase(ofOne[1]), who(scene.nameOf(said(entity)))]
  const [verb, what] = OF_LIST[said(form)] ?? OF_LIST['list']!
  return [verb, phrase(what), ...filterOf(scene, reading)]
}

function filterOf(scene: Scene, { person, entity, type, from, to, correlation }: JsonObject): SentenceParts {
  const filters = [
    named(scene, 'Persona', person),
    named(scene, 'Entidad', entity),
    ofType(type),
    day('Desde', from),
    day('Hasta', to),
    typeof correlation === 'string' ? [phrase('lo que hizo una misma acción')] : [],
  ].filter((parts) => parts.length > 0)
  if (filters.length === 0) return []
  const parts = filters.flatMap((one, nth) => (nth === 0 ? one : [phrase(', '), ...one]))
  return [phrase(' con el filtro «'), ...parts, phrase('»')]
}

/** Those that a line repeats. */
export const readingsIn = ({ filters }: JsonObject): readonly JsonObject[] =>
  Array.isArray(filters) ? (filters as readonly JsonObject[]) : []

/** What an administrator read within an hour, as one sentence. */
export function onHistoryRead(scene: Scene): SentenceParts {
  const { facts } = scene.line
  const [first, ...others] = readingsIn(facts).map((reading) => toldOf(scene, reading))
  const [verb, ...parts] = first ?? ([['consultó', 'Consultaste'], phrase('el Historial')] as const)
  const more = Number(facts['more'] ?? 0)
  return [
    ...act(scene, verb, ...parts),
    ...others.flatMap(([[third], ...further]) => [phrase(`, ${third} `), ...further]),
    ...(more === 0 ? [] : [phrase(` y ${counted(more, 'vez más', 'veces más')}`)]),
  ]
}
