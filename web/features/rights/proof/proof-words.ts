import type { Comprobante } from '@app/contracts/api/rights/evidence-calls.ts'
import { dayLabel, secondLabel } from '../../../ui/wording/exact-time.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'

/** Where the log has the event, out of the lines of its proof (https://c2sp.org/tlog-proof). */
export function placeIn({ proof }: Pick<Comprobante, 'proof'>) {
  const [head = '', checkpoint = ''] = proof.split('\n\n')
  const [, index = '', ...steps] = head.split('\n')
  const [, size = '', root = ''] = checkpoint.split('\n')
  const hex = Array.from(atob(root), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return { index: Number(index.slice('index '.length)), size: Number(size), root: hex, steps: steps.length }
}

/** The event rarely holds a name: then it is who typed the e-mail. */
export function whoIn({ who: { name, email }, withdrawn }: Comprobante): {
  readonly before: string
  readonly name: string
} {
  if (name !== null) return { before: '', name }
  if (email !== null) return { before: 'Quien escribió ', name: email }
  return withdrawn?.how === 'erased'
    ? { before: 'Una persona cuyos datos se borraron', name: '' }
    : { before: 'Una persona cuyos datos no se muestran aquí', name: '' }
}

const HOW = { cancelled: 'Retirado', erased: 'Datos borrados' } as const

export function withdrawalIn({ withdrawn, written_at }: Comprobante): string {
  if (withdrawn === null) return `Sin retirar al ${dayLabel(dayInSantiago(Date.parse(written_at)))}`
  const { how, at } = withdrawn
  return at === null ? HOW[how] : `${HOW[how]} el ${secondLabel(Date.parse(at))}`
}

/** Two rows of four. */
export const hashGroups = (hash: string): readonly string[] => hash.match(/.{8}/g) ?? []
