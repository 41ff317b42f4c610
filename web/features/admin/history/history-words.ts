import type { HistoryEntity, HistoryEntry } from '@app/contracts/audit.ts'
import { isolated } from '@app/contracts/fields/names.ts'

export const entityId = ({ kind, id }: Pick<HistoryEntity, 'kind' | 'id'>): string =>
  kind === 'log' ? 'log' : `${kind}-${id}`

export const ENTITY_NAMES: Readonly<Record<HistoryEntity['kind'], string>> = {
  profile: 'Perfil',
  account: 'Cuenta',
  quotation: 'Cotización',
  'activation-code': 'Código',
  log: 'Registro',
}

/** Undefined where its name was erased. */
export function entityText({ kind, label, slug }: HistoryEntity): string | undefined {
  if (slug !== null) return `/pages/${slug}`
  if (kind === 'log') return 'Registro de eventos'
  return label === null ? undefined : isolated(label)
}

const ROLES = { owner: '', admin: ', administración', visitor: '', system: '' } as const
const NAMELESS = { visitor: 'Visitante', system: 'Sistema' } as const

/** Undefined where the name was erased. */
export function actorText({ kind, name }: HistoryEntry['actor']): string | undefined {
  if (kind === 'visitor' || kind === 'system') return name === null ? NAMELESS[kind] : isolated(name)
  return name === null ? undefined : `${isolated(name)}${ROLES[kind]}`
}

/** `01KAH5…9QX4` */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 6)}…${id.slice(-4)}` : id)

/** The marks around a name that isolate its direction. */
const ISOLATES = /[\u2066-\u2069]/g

/** The person and the thing of a line, where its sentence does not name them. */
export function detailOf({ actor, entity, sentence }: HistoryEntry): string | undefined {
  const words = sentence
    .map(({ text }) => text)
    .join('')
    .replace(ISOLATES, '')
  const names = [actor.name === null ? undefined : actorText(actor), entityText(entity)]
  const isNamed = (name: string): boolean =>
    words.includes(name.replace(ISOLATES, '').replace(ROLES.admin, ''))
  const missing = names.filter((name) => name !== undefined && entity.kind !== 'log' && !isNamed(name))
  return missing.length === 0 ? undefined : [...new Set(missing)].join(' · ')
}
