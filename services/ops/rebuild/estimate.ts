import type { Position } from '@app/contracts/event-store.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { measureRate } from '@app/projections/runtime/rebuild/measure-rate.ts'
import {
  foldingDeps,
  whileNobodyVerifies,
  type FoldingBackend,
} from '@app/runtime/backend/rebuild/rebuild-locks.ts'
import { aboutText, figure } from '../text-table.ts'

export async function estimateText(
  backend: FoldingBackend,
  projection: Projection,
  { events, to }: { readonly events: number; readonly to: Position },
): Promise<string> {
  const many = events === 1 ? 'Se leerá 1 evento' : `Se leerán ${figure(events)} eventos`
  if (events === 0) return `${many}.`
  const rate = await whileNobodyVerifies(backend.projector, () =>
    measureRate(foldingDeps(backend), projection, to),
  )
  return `${many}, cerca de ${aboutText(events / rate)}.`
}
