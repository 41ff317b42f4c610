import type { HistoryFinding } from '@app/record/history/history-findings.ts'
import { figure } from '../text-table.ts'

type EventPlace = Extract<HistoryFinding, { kind: 'changed' }>['event']

const placeOf = ({ position, type, stream, revision }: EventPlace): string =>
  `#${figure(position)} (${type}, ${stream} ${revision})`

const NOT_PLAIN: Readonly<Record<Extract<HistoryFinding, { kind: 'not-plain' }>['has'], string>> = {
  'no-table': 'no es una tabla',
  'row-security': 'esconde filas según quién pregunta',
  rule: 'tiene la regla ',
  trigger: 'tiene el disparador ',
  child: 'tiene la tabla hija ',
  index: 'tiene un índice que no trae todas sus filas, por ',
  function: 'no es la función que hizo el producto',
}

type Sentences = {
  readonly [Kind in HistoryFinding['kind']]: (finding: Extract<HistoryFinding, { kind: Kind }>) => string
}

const SENTENCES: Sentences = {
  changed: (finding) => `Evento cambiado: ${placeOf(finding.event)}.`,
  unreadable: (finding) => `Evento ilegible: lo que hay en #${figure(finding.position)} no es un evento.`,
  removed: (finding) => `Evento quitado: #${figure(finding.position)}.`,
  added: (finding) => `Evento agregado: ${placeOf(finding.event)}.`,
  swapped: (finding) =>
    `Eventos intercambiados: ${placeOf(finding.events[0])} y ${placeOf(finding.events[1])}.`,
  'changed-with-leaf': (finding) =>
    `Algo cambió entre los eventos ${figure(finding.from + 1)} y ${figure(finding.to)}, junto con su huella: el sello no calza.`,
  'tail-cut': (finding) =>
    `Falta el final: hay ${figure(finding.size)} eventos, y el sello guardado tiene ${figure(finding.sealed)}.`,
  'tail-rewritten': (finding) =>
    `El final fue escrito de nuevo: los primeros ${figure(finding.sealed)} eventos no son los del sello guardado.`,
  'head-cut': (finding) =>
    `Falta el final: hay ${figure(finding.size)} eventos, y la cabeza guardada junto a la clave tiene ${figure(finding.sealed)}.`,
  'head-rewritten': (finding) =>
    `El pasado fue escrito de nuevo: los primeros ${figure(finding.sealed)} eventos no son los de la cabeza guardada junto a la clave.`,
  'head-unsealed': (finding) =>
    `La cabeza guardada junto a la clave (${figure(finding.sealed)} eventos, firmada el ${finding.sealedAt}) no tiene su sello en el registro: si el producto se detuvo en ese momento, lo agrega al partir; si no, algo impide sellar.`,
  'seal-not-grown': (finding) =>
    `El sello de #${figure(finding.position)} no crece: su tamaño o su hora no pasa la del sello anterior.`,
  'foreign-key': (finding) =>
    `La clave que nombra #${figure(finding.position)} no es de este registro: ni la anterior ni esta instalación la nombran.`,
  'seal-dropped': (finding) => `Falta un sello antes del de #${figure(finding.position)}.`,
  'foreign-signature': (finding) =>
    `El sello de #${figure(finding.position)} no está firmado por una clave de este registro.`,
  unsealed: ({ events, since, first }) =>
    `${events === 1 ? '1 evento' : `${figure(events)} eventos`} sin sello desde ${since.toISOString()}, el primero ${placeOf(first)}. Un sello tarda un minuto: si el producto estaba detenido, los sella al partir; si no, algo impide sellar.`,
  'stream-closed': (finding) =>
    `${finding.stream} fue cerrado: no se puede leer ni agregarle nada; sus eventos siguen en el registro.`,
  misplaced: (finding) => `Evento donde nunca se agrega nada, y que nadie lee: ${placeOf(finding.event)}.`,
  disordered: (finding) =>
    `Evento fuera de orden: ${placeOf(finding.event)} no es el siguiente de su flujo en el orden del registro.`,
  gap: (finding) =>
    `Entre #${figure(finding.after)} y #${figure(finding.before)} no hay ningún evento, y el registro no salta posiciones.`,
  'not-plain': (finding) =>
    `${finding.table} ${NOT_PLAIN[finding.has]}${finding.name}: lo que responde puede no ser lo que tiene.`,
  unread: (finding) =>
    `La base de datos tiene ${figure(finding.rows)} filas que no son eventos del registro: están sin posición, o dos en la misma.`,
}

/** What `verify history` says of a finding. */
export const findingSentence = <Kind extends HistoryFinding['kind']>(
  finding: Extract<HistoryFinding, { kind: Kind }>,
): string => SENTENCES[finding.kind as Kind](finding)
